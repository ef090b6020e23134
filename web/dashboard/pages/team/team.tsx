import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { useWhole } from '../../api/whole.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Instant } from '../../kit/instant.tsx';
import { PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { InviteDialog, type Member, RemoveDialog, RoleDialog } from './dialogs.tsx';
import { Invitations } from './invitations.tsx';

type Asked = { kind: 'role' | 'remove'; member: Member };

export function Page() {
  const { t } = useTranslation('team');
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        <Button variant="primary" needs="team:write" onClick={() => setInviting(true)}>
          <UserPlus aria-hidden="true" size={18} />
          {t('invite')}
        </Button>
      </PageHeader>
      <DataTable
        label={t('title')}
        columns={useColumns(setAsked)}
        pages={useWhole('team', () => get('/api/v1/team'))}
        idOf={(member) => member.id}
        empty={null}
      />
      <Invitations />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {asked?.kind === 'role' && <RoleDialog member={asked.member} onClose={close} />}
      {asked?.kind === 'remove' && <RemoveDialog member={asked.member} onClose={close} />}
    </>
  );
}

function useColumns(ask: (asked: Asked) => void): Columns<Member> {
  const { t } = useTranslation('team');
  return [
    {
      header: t('person'),
      cell: ({ row: { original: member } }) => (
        <div className="grid">
          <span className="inline-flex flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">{member.name ?? member.email}</span>
            {member.current && <Badge tone="good">{t('you')}</Badge>}
          </span>
          {member.name && <span className="text-small text-quiet wrap-anywhere">{member.email}</span>}
          {/* Phones have no column for it. */}
          <span className="text-small text-quiet md:hidden">{t(`roles.${member.role}`)}</span>
        </div>
      ),
    },
    {
      header: t('role'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Badge>{t(`roles.${row.original.role}`)}</Badge>,
    },
    {
      header: t('twoFactor'),
      meta: { deskOnly: true },
      cell: ({ row: { original: member } }) => (
        <Badge tone={member.two_factor ? 'good' : 'plain'}>{t(member.two_factor ? 'on' : 'off')}</Badge>
      ),
    },
    {
      header: t('lastSeen'),
      meta: { wideOnly: true },
      cell: ({ row: { original: member } }) =>
        member.last_seen_at ? <Instant at={member.last_seen_at} /> : t('neverSeen'),
    },
    {
      id: 'actions',
      header: () => <span className="sr-only">{t('actions')}</span>,
      meta: { align: 'right' },
      cell: ({ row: { original: member } }) => (
        <div className="flex flex-col items-end gap-1 lg:flex-row lg:justify-end">
          <Button
            needs="team:write"
            aria-label={t('changeNamed', { email: member.email })}
            onClick={() => ask({ kind: 'role', member })}
          >
            {t('change')}
          </Button>
          {!member.current && (
            <Button
              needs="team:write"
              variant="quiet"
              aria-label={t('removeNamed', { email: member.email })}
              onClick={() => ask({ kind: 'remove', member })}
            >
              {t('remove')}
            </Button>
          )}
        </div>
      ),
    },
  ];
}
