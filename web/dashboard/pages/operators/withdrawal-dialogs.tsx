import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useFormat } from '../../kit/format.ts';
import { useNotify } from '../../kit/toast.tsx';
import { usePaidByHand } from './providers-query.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import type { Withdrawal } from './withdrawals.tsx';

type DialogProps = { withdrawal: Withdrawal; onClose: () => void };

export function ApproveDialog({ withdrawal, onClose }: DialogProps) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const notify = useNotify();
  const outcome = useOutcome();
  const byHand = usePaidByHand();
  const { account_name: account, pix_key: key } = withdrawal;
  const amount = format.money(withdrawal.amount);
  const approve = useSend(
    (seen: Withdrawal) =>
      post('/api/v1/admin/withdrawals/{id}/approve', {
        path: { id: seen.id },
        body: { approvals_seen: seen.approvals.length },
      }),
    (after) => {
      onClose();
      notify(outcome(after));
    },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('withdrawals.approveTitle', { amount })}
      about={
        <div className="grid gap-2">
          <p>
            {t(byHand ? 'withdrawals.approveByHand' : 'withdrawals.approveAbout', { amount, account, key })}
          </p>
          <TwoPeople withdrawal={withdrawal} byHand={byHand} />
        </div>
      }
      action={t('withdrawals.approveAction', { amount })}
      variant="primary"
      busy={approve.isPending}
      error={approve.error}
      onConfirm={() => approve.mutate(withdrawal)}
    />
  );
}

function TwoPeople({ withdrawal, byHand }: { withdrawal: Withdrawal; byHand: boolean }) {
  const { t } = useTranslation('operators');
  const { approvals, approvals_needed: needed } = withdrawal;
  if (needed === 1) return null;
  const emails = approvals.map(({ operator_email: email }) => email).join(', ');
  return (
    <p className="rounded-lg bg-note-ground p-3 text-note">
      {approvals.length === 0
        ? t('withdrawals.firstOfTwo')
        : t(byHand ? 'withdrawals.secondByHand' : 'withdrawals.secondOfTwo', { emails })}
    </p>
  );
}

/** The outcome: paid, refused by the provider, to be paid, sent, or waiting for a second operator. */
function useOutcome(): (after: Withdrawal) => string {
  const { t } = useTranslation('operators');
  const format = useFormat();
  return (after) => {
    const words = { amount: format.money(after.amount), account: after.account_name };
    if (after.status === 'approved') return t('withdrawals.paid', words);
    if (after.status === 'rejected') return t('withdrawals.refused', words);
    if (after.to_pay_since) return t('withdrawals.approvedToPay', words);
    return after.approvals.length < after.approvals_needed
      ? t('withdrawals.waitsForOther')
      : t('withdrawals.sent', words);
  };
}

export function RejectDialog({ withdrawal, onClose }: DialogProps) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const notify = useNotify();
  const { id, account_name: account, to_pay_since: toPay, payout_state: atBank } = withdrawal;
  const notPaid = atBank === null ? {} : { not_paid: true };
  const words = { amount: format.money(withdrawal.amount), account };
  return (
    <ReasonDialog
      title={t('withdrawals.rejectTitle', words)}
      about={t(toPay || atBank ? 'withdrawals.rejectUnpaid' : 'withdrawals.rejectAbout', words)}
      action={t('withdrawals.rejectAction', words)}
      label={t('withdrawals.reason')}
      hint={t('withdrawals.reasonHint')}
      send={(reason) =>
        post('/api/v1/admin/withdrawals/{id}/reject', { path: { id }, body: { reason, ...notPaid } })
      }
      after={() => notify(t('withdrawals.rejected', words))}
      onClose={onClose}
    />
  );
}
