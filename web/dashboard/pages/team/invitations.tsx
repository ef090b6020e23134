import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { useWhole } from '../../api/whole.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Instant } from '../../kit/instant.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { type Invitation, RevokeInvitationDialog } from './dialogs.tsx';

/** Not shown while there are none. */
export function Invitations() {
  const { t } = useTranslation('team');
  const notify = useNotify();
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const pages = useWhole('invitations', () => get('/api/v1/team/invitations'));
  const resend = useSend(
    ({ id }: Invitation) => post('/api/v1/team/invitations/{id}/resend', { path: { id } }),
    ({ email }) => notify(t('pending.resent', { email })),
  );
  const columns = useColumns({ resend: (invitation) => resend.mutate(invitation), revoke: setRevoking });
  if (pages.rows?.length === 0) return null;
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-title font-semibold">{t('pending.title')}</h2>
      {resend.error && <ErrorNotice error={resend.error} />}
      <DataTable
        label={t('pending.title')}
        columns={columns}
        pages={pages}
        idOf={(invitation) => invitation.id}
        empty={null}
      />
      {revoking && <RevokeInvitationDialog invitation={revoking} onClose={() => setRevoking(null)} />}
    </section>
  );
}

type Actions = { resend: (invitation: Invitation) => void; revoke: (invitation: Invitation) => void };

function useColumns({ resend, revoke }: Actions): Columns<Invitation> {
  const { t } = useTranslation('team');
  return [
    {
      header: t('pending.email'),
      cell: ({ row: { original: invitation } }) => (
        <div className="grid">
          <span className="font-medium wrap-anywhere">{invitation.email}</span>
          {/* Phones have no column for it. */}
          <span className="text-small text-quiet md:hidden">{t(`roles.${invitation.role}`)}</span>
        </div>
      ),
    },
    {
      header: t('role'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Badge>{t(`roles.${row.original.role}`)}</Badge>,
    },
    {
      header: t('pending.until'),
      meta: { wideOnly: true },
      cell: ({ row: { original: invitation } }) =>
        invitation.status === 'expired' ? (
          <Badge tone="bad">{t('pending.expired')}</Badge>
        ) : (
          <Instant at={invitation.expires_at} />
        ),
    },
    {
      id: 'actions',
      header: () => <span className="sr-only">{t('actions')}</span>,
      meta: { align: 'right' },
      cell: ({ row: { original: invitation } }) => (
        <div className="flex flex-col items-end gap-1 lg:flex-row lg:justify-end">
          <Button
            aria-label={t('pending.resendNamed', { email: invitation.email })}
            onClick={() => resend(invitation)}
          >
            {t('pending.resend')}
          </Button>
          <Button
            variant="quiet"
            aria-label={t('pending.revokeNamed', { email: invitation.email })}
            onClick={() => revoke(invitation)}
          >
            {t('pending.revoke')}
          </Button>
        </div>
      ),
    },
  ];
}
