import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card } from '../../kit/page.tsx';
import type { Texts } from '../../text/portuguese/texts.ts';
import type { Ledger } from './charge.ts';
import { ruleInWords, type WriteRule } from './ledger-rules.ts';

type Posting = Ledger['postings'][number];
type Bucket = keyof Texts['charges']['ledger']['bucket'];

/** Each posting with its accounts and the rule behind its amount. */
export function LedgerCard({ query }: { query: UseQueryResult<Ledger> }) {
  const { t } = useTranslation('charges');
  return (
    <Card title={t('ledger.title')}>
      <p className="text-quiet">{t('ledger.about')}</p>
      <Loaded query={query}>{(ledger) => <LedgerLines ledger={ledger} />}</Loaded>
    </Card>
  );
}

export function LedgerLines({ ledger }: { ledger: Ledger }) {
  const { t } = useTranslation('charges');
  if (ledger.postings.length === 0)
    return <p className="rounded-lg bg-ground p-4 text-quiet">{t('ledger.empty')}</p>;
  return (
    <>
      <Postings ledger={ledger} />
      <Totals totals={ledger.totals} />
    </>
  );
}

const CELL = 'px-3 py-2 align-top';
/** On narrow phones the largest amounts leave no room for a whole word. */
const FIRST = `${CELL} wrap-anywhere md:wrap-normal`;
const WIDE = `${CELL} hidden md:table-cell`;

function Postings({ ledger }: { ledger: Ledger }) {
  const { t } = useTranslation(['charges', 'common']);
  const rule = useRuleText();
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{t('ledger.title')}</caption>
      <thead>
        <tr className="border-b text-small text-quiet">
          <th scope="col" className={FIRST}>
            <span className="md:hidden">{t('ledger.movement')}</span>
            <span className="hidden md:inline">{t('ledger.from')}</span>
          </th>
          <th scope="col" className={WIDE}>
            {t('ledger.to')}
          </th>
          <th scope="col" className={`${CELL} text-right`}>
            {t('common:fields.value')}
          </th>
          <th scope="col" className={WIDE}>
            {t('ledger.rule')}
          </th>
          <th scope="col" className={`${WIDE} text-right`}>
            {t('ledger.when')}
          </th>
        </tr>
      </thead>
      <tbody>
        {ledger.postings.map((posting) => (
          <PostingRow
            key={`${posting.account_id}-${posting.sequence}`}
            posting={posting}
            rule={rule(posting)}
          />
        ))}
      </tbody>
    </table>
  );
}

function useRuleText(): (posting: Posting) => string {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const put: WriteRule = (name, figures) =>
    (t as (key: string, figures: Record<string, string>) => string)(`ledger.rules.${name}`, figures);
  return (posting) => {
    const rule = ruleInWords(posting, format, put);
    const { recipient_id: id } = posting;
    return id === null ? rule : `${rule}. ${t('ledger.recipient', { id })}`;
  };
}

/** Phones show one cell; wide screens show columns. */
function PostingRow({ posting, rule }: { posting: Posting; rule: string }) {
  const { t } = useTranslation('charges');
  const to = t(`ledger.bucket.${posting.to as Bucket}`);
  return (
    <tr className="border-b last:border-0">
      <td className={FIRST}>
        {t(`ledger.bucket.${posting.from as Bucket}`)}
        <span className="md:hidden"> → {to}</span>
        <span className="block text-small text-quiet md:hidden">{rule}</span>
      </td>
      <td className={WIDE}>{to}</td>
      <td className={`${CELL} text-right font-medium`}>
        <Money value={posting.amount} />
      </td>
      <td className={`${WIDE} text-small text-quiet wrap-anywhere`}>{rule}</td>
      <td className={`${WIDE} text-right text-small text-quiet`}>
        <Instant at={posting.created_at} />
      </td>
    </tr>
  );
}

/** The total per ledger bucket; they add up to zero. */
function Totals({ totals }: { totals: Ledger['totals'] }) {
  const { t } = useTranslation('charges');
  return (
    <section className="grid gap-2 border-t pt-4">
      <h3 className="font-semibold">{t('ledger.totals')}</h3>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {Object.entries(totals).map(([bucket, amount]) => (
          <div key={bucket}>
            <dt className="text-small text-quiet">{t(`ledger.bucket.${bucket as Bucket}`)}</dt>
            <dd className="font-medium">
              <Money value={amount} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-quiet">{t('ledger.zero')}</p>
    </section>
  );
}
