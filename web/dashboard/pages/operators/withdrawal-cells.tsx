import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useSession } from '../../api/session.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import type { Withdrawal } from './withdrawals.tsx';

export type Decision = 'approve' | 'pay' | 'reject';
type CellProps = { withdrawal: Withdrawal };

/** On phones this cell also shows the amount, and the PIX key of a withdrawal to pay. */
export function AccountCell({ withdrawal }: CellProps) {
  const { t } = useTranslation('operators');
  return (
    <div className="grid gap-0.5">
      <Link
        href={`/admin/accounts/${withdrawal.account_id}`}
        className="font-medium wrap-anywhere hover:underline"
      >
        {withdrawal.account_name}
      </Link>
      <span className="md:hidden">
        <Money value={withdrawal.amount} />
        {withdrawal.approvals_needed > 1 && withdrawal.status === 'pending' && (
          <span className="block text-small">
            {t('withdrawals.approvalsCount', {
              given: withdrawal.approvals.length,
              needed: withdrawal.approvals_needed,
            })}
          </span>
        )}
      </span>
      <span className="text-small text-quiet">
        <Instant at={withdrawal.created_at} />
      </span>
      {withdrawal.to_pay_since && (
        <div className="md:hidden">
          <Key withdrawal={withdrawal} />
        </div>
      )}
    </div>
  );
}

/** For copying into the bank's app. */
export function Key({ withdrawal: { pix_key: key, to_pay_since: toPay } }: CellProps) {
  const { t } = useTranslation('operators');
  if (toPay) {
    return (
      <div className="md:min-w-44">
        <Copyable text={key} label={t('withdrawals.key')} />
      </div>
    );
  }
  return <code className="block min-w-40 font-mono text-small wrap-anywhere">{key}</code>;
}

export function Approvals({ withdrawal }: CellProps) {
  const { t } = useTranslation(['operators', 'common']);
  const format = useFormat();
  const { approvals, approvals_needed: needed, status } = withdrawal;
  if (approvals.length === 0 && (status !== 'pending' || needed === 1)) return t('common:fields.none');
  return (
    <div className="grid min-w-36 gap-0.5">
      {status === 'pending' && (
        <span className="font-medium">{t('withdrawals.count', { given: approvals.length, needed })}</span>
      )}
      {approvals.map(({ operator_email: email, at }) => (
        <span key={email} className="text-small text-quiet wrap-anywhere">
          {t('withdrawals.by', { email, at: format.instant(at) })}
        </span>
      ))}
    </div>
  );
}

/** What proves a payment made by hand. */
export function Receipt({ withdrawal: { payment_reference: reference } }: CellProps) {
  const { t } = useTranslation('operators');
  if (!reference) return null;
  return (
    <div className="mt-1 grid">
      <span className="text-small text-quiet">{t('withdrawals.receipt')}</span>
      <Copyable text={reference} label={t('withdrawals.receipt')} />
    </div>
  );
}

/** Which bank pays it, how far it is, and its names there. */
export function AtBank({ withdrawal }: CellProps) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const { provider, payout_state: state, bank_reference: bankId, end_to_end_id: id } = withdrawal;
  if (state === null) return null;
  return (
    <div className="mt-1 grid gap-0.5 text-small">
      <span>
        {t(`withdrawals.atBank.${state}`)}
        {provider && ` (${provider})`}
      </span>
      {id && <Copyable text={id} label={t('withdrawals.endToEnd')} />}
      {bankId && <span className="text-quiet wrap-anywhere">{t('withdrawals.bankId', { id: bankId })}</span>}
      {withdrawal.receiver_document && (
        <span className={withdrawal.receiver_is_other ? 'text-bad' : 'text-quiet'}>
          {t(withdrawal.receiver_is_other ? 'withdrawals.otherReceiver' : 'withdrawals.receiver', {
            document: withdrawal.receiver_document,
          })}
        </span>
      )}
      {withdrawal.returned_amount > 0 && (
        <span className="text-note">
          {t('withdrawals.returned', { amount: format.money(withdrawal.returned_amount) })}
        </span>
      )}
    </div>
  );
}

export function Decide({
  withdrawal,
  onDecide,
}: CellProps & { onDecide: (decision: Decision, withdrawal: Withdrawal) => void }) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const words = { amount: format.money(withdrawal.amount), account: withdrawal.account_name };
  // It is at a bank: only the bank's answer decides.
  const reject = (
    <Button aria-label={t('withdrawals.rejectOf', words)} onClick={() => onDecide('reject', withdrawal)}>
      {t('withdrawals.reject')}
    </Button>
  );
  if (withdrawal.payout_state !== null) {
    return (
      <div className="grid justify-items-start gap-2">
        <AtBank withdrawal={withdrawal} />
        {mayBeUnclear(withdrawal) && reject}
      </div>
    );
  }
  return (
    <div className="grid w-30 gap-2 md:w-60 md:grid-cols-2">
      <NextStep withdrawal={withdrawal} onDecide={(decision) => onDecide(decision, withdrawal)} />
      {reject}
    </div>
  );
}

const UNCLEAR_AFTER_MS = 60 * 60 * 1_000;

/** Sent long ago, and the bank has never named it. */
function mayBeUnclear({ payout_state: state, bank_reference, end_to_end_id, created_at }: Withdrawal) {
  const isUnnamed = state === 'sending' && bank_reference === null && end_to_end_id === null;
  return isUnnamed && Date.now() - Date.parse(created_at) >= UNCLEAR_AFTER_MS;
}

/** Approve, wait for a second approval, or pay. */
function NextStep({ withdrawal, onDecide }: CellProps & { onDecide: (decision: Decision) => void }) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const { user } = useSession();
  const { approvals, to_pay_since: toPay } = withdrawal;
  const words = { amount: format.money(withdrawal.amount), account: withdrawal.account_name };
  if (toPay) {
    return (
      <>
        <div className="text-small md:col-span-2">
          <Badge tone="note">{t('withdrawals.toPay')}</Badge>
          <p className="text-quiet">{t('withdrawals.toPaySince', { at: format.instant(toPay) })}</p>
        </div>
        <Button variant="primary" aria-label={t('withdrawals.payOf', words)} onClick={() => onDecide('pay')}>
          {t('withdrawals.pay')}
        </Button>
      </>
    );
  }
  if (approvals.some(({ operator_email: email }) => email === user.email)) {
    return <p className="text-small text-note">{t('withdrawals.mine')}</p>;
  }
  return (
    <Button
      variant="primary"
      aria-label={t('withdrawals.approveOf', words)}
      onClick={() => onDecide('approve')}
    >
      {t('withdrawals.approve')}
    </Button>
  );
}
