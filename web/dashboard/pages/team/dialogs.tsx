import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TeamRole } from '../../../../server/src/kit/permissions.ts';
import { type Item, patch, post, remove } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useSend } from '../../api/send.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useNotify } from '../../kit/toast.tsx';
import { isEmail } from '../../kit/written-contact.ts';
import { RoleField } from './role-field.tsx';

export type Member = Item<'/api/v1/team'>;
export type Invitation = Item<'/api/v1/team/invitations'>;

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['team', 'common']);
  const notify = useNotify();
  const [role, setRole] = useState<TeamRole>('support');
  const form = useApiForm<{ email: string }, { email: string }>({
    values: { email: '' },
    send: ({ email }) => post('/api/v1/team/invitations', { body: { email: email.trim(), role } }),
    after: ({ email }) => {
      onClose();
      notify(t('invited', { email }));
    },
  });
  const { failure } = form;
  const taken = failure instanceof ApiError && failure.code === 'INVALID_STATE' ? failure : null;
  const takenText = taken && t(taken.details.email?.includes('member') ? 'alreadyMember' : 'alreadyInvited');
  const isComplete = { validate: (text: string) => isEmail(text) || t('common:errors.email') };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('inviteTitle')}
      about={t('inviteAbout')}
      action={t('inviteAction')}
      variant="primary"
      busy={form.busy}
      error={taken ? null : form.refusal}
      onConfirm={() => void form.submit()}
    >
      <Field label={t('pending.email')} error={takenText ?? form.errorOf('email')}>
        <Input
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={254}
          {...form.register('email', isComplete)}
        />
      </Field>
      <RoleField chosen={role} onChange={setRole} />
    </ConfirmDialog>
  );
}

export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation('team');
  const notify = useNotify();
  const [role, setRole] = useState<TeamRole>(member.role);
  const { id, email } = member;
  const send = useSend(
    () => patch('/api/v1/team/{id}', { path: { id }, body: { role } }),
    () => {
      onClose();
      notify(t('changed', { email, role: t(`roles.${role}`) }));
    },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('changeTitle', { email })}
      about={t('changeAbout')}
      action={t('changeAction')}
      variant="primary"
      busy={send.isPending}
      error={send.error}
      onConfirm={() => send.mutate(undefined)}
    >
      <RoleField chosen={role} onChange={setRole} />
    </ConfirmDialog>
  );
}

export function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation('team');
  const notify = useNotify();
  const { id, email } = member;
  const send = useSend(
    () => remove('/api/v1/team/{id}', { path: { id } }),
    () => {
      onClose();
      notify(t('removed', { email }));
    },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('removeTitle', { email })}
      about={t('removeText')}
      action={t('removeAction')}
      busy={send.isPending}
      error={send.error}
      onConfirm={() => send.mutate(undefined)}
    />
  );
}

export function RevokeInvitationDialog({
  invitation,
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) {
  const { t } = useTranslation('team');
  const notify = useNotify();
  const { id, email } = invitation;
  const send = useSend(
    () => remove('/api/v1/team/invitations/{id}', { path: { id } }),
    () => {
      onClose();
      notify(t('pending.revoked'));
    },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('pending.revokeTitle')}
      about={t('pending.revokeText', { email })}
      action={t('pending.revoke')}
      dismiss={t('pending.keep')}
      busy={send.isPending}
      error={send.error}
      onConfirm={() => send.mutate(undefined)}
    />
  );
}
