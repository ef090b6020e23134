import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { useSandbox, useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Checkbox, Field, TextArea } from '../../kit/field.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { AccountDetails } from './account-details.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** The actions for an account in its current state: approve, unblock or block. */
export function AccountStatusActions({ account }: { account: AccountDetails }) {
  const { t } = useTranslation('operators');
  const session = useSession();
  const [asked, setAsked] = useState<'approve' | 'block' | null>(null);
  const close = () => setAsked(null);
  const status = account.account_status;
  const isOwn = account.id === session.account.id;
  return (
    <>
      {status !== 'active' && (
        <Button variant="primary" onClick={() => setAsked('approve')}>
          {status === 'blocked' ? t('approve.unblock') : t('approve.action')}
        </Button>
      )}
      {status !== 'blocked' && !isOwn && (
        <Button onClick={() => setAsked('block')}>{t('block.action')}</Button>
      )}
      {isOwn && <p className="max-w-64 text-small text-quiet">{t('account.yours')}</p>}
      {asked === 'approve' && <ApproveDialog account={account} onClose={close} />}
      {asked === 'block' && <BlockDialog account={account} onClose={close} />}
    </>
  );
}

const MAX_REASON_LENGTH = 500;

type DialogProps = { account: AccountDetails; onClose: () => void };

function ApproveDialog({ account, onClose }: DialogProps) {
  const { t } = useTranslation('operators');
  const notify = useNotify();
  const isSandbox = useSandbox();
  const [verified, setVerified] = useState(false);
  const [reason, setReason] = useState('');
  const { id, name, email } = account;
  const approve = useSend(
    (body: { identity_verified?: boolean; reason?: string }) =>
      post('/api/v1/admin/accounts/{id}/approve', { path: { id }, body }),
    () => {
      onClose();
      notify(t('approve.done', { name }));
    },
  );
  const isBlocked = account.account_status === 'blocked';
  const isUnverified = !account.identity_verified;
  // Where money is real, two operators verify an identity by its documents.
  const needsReason = !isSandbox && isUnverified && !isBlocked;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isBlocked ? t('approve.unblockTitle', { name }) : t('approve.title', { name })}
      about={t('approve.about', { name, email })}
      action={isBlocked ? t('approve.unblock') : t('approve.action')}
      variant="primary"
      busy={approve.isPending}
      error={approve.error}
      onConfirm={() =>
        approve.mutate({
          ...(verified && { identity_verified: true }),
          ...(needsReason && { reason: reason.trim() }),
        })
      }
    >
      {needsReason && (
        <Field label={t('approve.reason')} hint={t('approve.unverified')}>
          <TextArea
            required
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
      {isSandbox && isUnverified && (
        <Checkbox
          label={t('approve.identity')}
          checked={verified}
          onChange={(event) => setVerified(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}

function BlockDialog({ account, onClose }: DialogProps) {
  const { t } = useTranslation('operators');
  const notify = useNotify();
  const { id, name } = account;
  return (
    <ReasonDialog
      title={t('block.title', { name })}
      about={t('block.about', { name })}
      action={t('block.action')}
      label={t('block.reason')}
      hint={t('block.reasonHint')}
      send={(reason) => post('/api/v1/admin/accounts/{id}/block', { path: { id }, body: { reason } })}
      after={() => notify(t('block.done', { name }))}
      onClose={onClose}
    />
  );
}
