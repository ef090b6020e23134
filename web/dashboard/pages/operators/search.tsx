import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Answer, post } from '../../api/client.ts';
import { ChargeBadge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, EmptyState, PageHeader } from '../../kit/page.tsx';
import { shownDocument } from '../../kit/written-document.ts';
import { AccountBadge } from './account-badge.tsx';
import { useLookingFor } from './looking-for.ts';

type Found = Answer<'/api/v1/admin/search', 'post'>;
type FoundCharge = Found['charges'][number];

export function Page() {
  const { t } = useTranslation('operatorWork');
  const [wanted] = useLookingFor();
  return (
    <>
      <PageHeader title={t('search.title')} about={t('search.about')} />
      <SearchForm />
      {wanted.query !== '' && <Results query={wanted.query} />}
    </>
  );
}

function SearchForm() {
  const { t } = useTranslation('operatorWork');
  const [wanted, look] = useLookingFor();
  const [query, setQuery] = useState(wanted.query);
  const [reason, setReason] = useState(wanted.reason);
  return (
    <Card>
      <search>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            look({ query: query.trim(), reason: reason.trim() });
          }}
        >
          <Field label={t('search.field')} hint={t('search.hint')}>
            <Input
              type="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={255}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          </Field>
          <Field label={t('search.reason')} optional hint={t('search.reasonHint')}>
            <Input
              autoComplete="off"
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <div>
            <Button type="submit" variant="primary">
              {t('search.action')}
            </Button>
          </div>
        </form>
      </search>
    </Card>
  );
}

function Results({ query }: { query: string }) {
  const { t } = useTranslation('operatorWork');
  const found = useQuery({
    queryKey: ['operator-search', query],
    queryFn: ({ signal }) => post('/api/v1/admin/search', { body: { query }, isQuestion: true, signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  return (
    <Loaded query={found} lines={4}>
      {({ charges, customers, accounts, has_more: hasMore }) =>
        charges.length + customers.length + accounts.length === 0 ? (
          <EmptyState title={t('search.nothing')} text={t('search.nothingText')} />
        ) : (
          <>
            {charges.length > 0 && (
              <Group title={t('search.charges')}>
                {charges.map((charge) => (
                  <ChargeLine key={charge.id} charge={charge} />
                ))}
              </Group>
            )}
            {customers.length > 0 && (
              <Group title={t('search.customers')}>
                {customers.map((customer) => (
                  <Line
                    key={customer.id}
                    href={`/admin/search/customers/${customer.id}`}
                    title={customer.name}
                    about={[customer.cpf_cnpj, customer.email, customer.phone]}
                    seller={customer.account_name}
                  />
                ))}
              </Group>
            )}
            {accounts.length > 0 && (
              <Group title={t('search.accounts')}>
                {accounts.map((account) => (
                  <Line
                    key={account.id}
                    href={`/admin/accounts/${account.id}`}
                    title={account.name}
                    about={[shownDocument(account.document), account.email]}
                    end={<AccountBadge status={account.account_status} />}
                  />
                ))}
              </Group>
            )}
            {hasMore && <p className="text-quiet">{t('search.more')}</p>}
          </>
        )
      }
    </Loaded>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <ul className="grid">{children}</ul>
    </Card>
  );
}

function ChargeLine({ charge }: { charge: FoundCharge }) {
  const { t } = useTranslation(['operatorWork', 'common']);
  const { customer } = charge;
  return (
    <Line
      href={`/admin/search/charges/${charge.id}`}
      title={<Money value={charge.value} />}
      about={[
        t(`common:billingType.${charge.billing_type}`),
        charge.description,
        customer && [customer.name, customer.cpf_cnpj].filter(Boolean).join(' '),
        `${t('search.by')}: ${t(`search.foundBy.${charge.found_by}`)}`,
      ]}
      seller={charge.account_name}
      end={
        <>
          <ChargeBadge charge={charge} />
          <span className="text-small text-quiet">
            <Instant at={charge.created_at} />
          </span>
        </>
      }
    />
  );
}

function Line({
  href,
  title,
  about,
  seller,
  end,
}: {
  href: string;
  title: ReactNode;
  about: readonly (string | null)[];
  seller?: string;
  end?: ReactNode;
}) {
  const { t } = useTranslation('operatorWork');
  return (
    <li className="grid gap-x-4 gap-y-1 border-b py-3 first:pt-0 last:border-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0" dir="auto">
        <Link href={href} className="font-medium wrap-anywhere text-accent hover:underline">
          {title}
        </Link>
        {seller && (
          <span className="wrap-anywhere">
            {t('search.seller')}: {seller}
          </span>
        )}
        <span className="text-small wrap-anywhere text-quiet">{about.filter(Boolean).join(' · ')}</span>
      </div>
      {end && <div className="grid content-start justify-items-start gap-1 sm:justify-items-end">{end}</div>}
    </li>
  );
}
