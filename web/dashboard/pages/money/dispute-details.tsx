import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Answer, get, post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { useSandbox } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Facts } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { Dispute } from './disputes.tsx';
import { SandboxActions } from './sandbox-actions.tsx';

type Posting = Answer<'/api/v1/charges/{id}/ledger'>['postings'][number];

export function DisputeDetails({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation(['money', 'common']);
  const isSandbox = useSandbox();
  return (
    <div className="grid gap-4">
      <Facts
        facts={[
          [t('money:disputes.kind'), t(`money:disputes.kinds.${dispute.kind}`)],
          [t('common:fields.reason'), dispute.reason ?? t('money:disputes.noReason')],
          [t('money:disputes.closing'), dispute.closed_at && <Instant key="end" at={dispute.closed_at} />],
        ]}
      />
      <Movements dispute={dispute} />
      <div>
        <Link href={`/charges/${dispute.charge_id}`} className="text-accent underline">
          {t('money:disputes.charge')}
        </Link>
      </div>
      {isSandbox && dispute.status === 'open' && <DisputeTools dispute={dispute} />}
    </div>
  );
}

/** The postings of this dispute in the charge's ledger. */
function Movements({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('money');
  const ledger = useQuery({
    queryKey: ['charge', dispute.charge_id, 'ledger'],
    queryFn: () => get('/api/v1/charges/{id}/ledger', { path: { id: dispute.charge_id } }),
  });
  return (
    <Loaded query={ledger} lines={2}>
      {({ postings }) => (
        <table className="w-full max-w-lg text-left">
          <caption className="pb-1 text-left text-small font-semibold">{t('disputes.taken')}</caption>
          <tbody>
            {postings
              .filter(({ fact }) => fact.startsWith(`dispute:${dispute.id}:`))
              .map((posting) => (
                <tr key={posting.sequence} className="border-t">
                  <th scope="row" className="py-1 pr-4 font-normal">
                    {t(`disputes.movements.${movementOf(posting)}`)}
                  </th>
                  <td className="py-1 text-right">
                    <Money value={posting.amount} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </Loaded>
  );
}

function movementOf({ from, to }: Posting): 'reserved' | 'available' | 'won' | 'lost' {
  if (from === 'reserved') return 'reserved';
  if (from === 'available') return 'available';
  return to === 'available' ? 'won' : 'lost';
}

function DisputeTools({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation(['money', 'common']);
  const format = useFormat();
  const notify = useNotify();
  const written = { amount: format.money(dispute.amount) };
  const sending = useSend(
    (outcome: 'win' | 'lose') =>
      post(`/api/v1/sandbox/disputes/{id}/${outcome}`, { path: { id: dispute.id } }),
    (_answer, outcome) =>
      notify(t(outcome === 'win' ? 'money:disputes.wonNow' : 'money:disputes.lostNow', written)),
  );
  return (
    <div className="max-w-lg">
      <SandboxActions label={t('common:sandbox.tools')} error={sending.error}>
        <Button
          aria-label={t('money:disputes.winOf', written)}
          busy={sending.isPending && sending.variables === 'win'}
          onClick={() => sending.mutate('win')}
        >
          {t('money:disputes.win')}
        </Button>
        <Button
          aria-label={t('money:disputes.loseOf', written)}
          busy={sending.isPending && sending.variables === 'lose'}
          onClick={() => sending.mutate('lose')}
        >
          {t('money:disputes.lose')}
        </Button>
      </SandboxActions>
    </div>
  );
}
