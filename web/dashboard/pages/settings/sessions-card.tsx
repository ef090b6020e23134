import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, type Item, remove } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useSend } from '../../api/send.ts';
import { signOut } from '../../api/sign-out.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Instant } from '../../kit/instant.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { deviceOf } from './device.ts';

type Session = Item<'/api/v1/auth/sessions'>;

export function SessionsCard() {
  const { t } = useTranslation('settings');
  const [ending, setEnding] = useState<Session | null>(null);
  const pages = usePages('sessions', (query) => get('/api/v1/auth/sessions', { query }), {});
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-title font-semibold">{t('sessions.title')}</h2>
      <p className="max-w-prose text-quiet">{t('sessions.about')}</p>
      <DataTable
        label={t('sessions.title')}
        columns={useColumns(setEnding)}
        pages={pages}
        idOf={(session) => session.id}
        empty={null}
      />
      <EndDialog session={ending} close={() => setEnding(null)} />
    </section>
  );
}

function useColumns(end: (session: Session) => void): Columns<Session> {
  const { t } = useTranslation('settings');
  return [
    {
      header: t('sessions.device'),
      cell: ({ row: { original: session } }) => (
        <>
          <span title={session.user_agent ?? ''} className="inline-flex flex-wrap items-center gap-2">
            {deviceOf(session.user_agent) ?? t('sessions.unknownDevice')}
            {session.current && <Badge tone="good">{t('sessions.current')}</Badge>}
          </span>
          <span className="block text-small text-quiet md:hidden">
            <Instant at={session.last_seen_at} />
          </span>
        </>
      ),
    },
    {
      header: t('sessions.address'),
      meta: { wideOnly: true },
      cell: ({ row }) => <span className="wrap-anywhere">{row.original.address ?? '—'}</span>,
    },
    {
      header: t('sessions.lastSeen'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.last_seen_at} />,
    },
    {
      header: t('sessions.began'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
    {
      id: 'end',
      header: () => <span className="sr-only">{t('sessions.end')}</span>,
      meta: { align: 'right' },
      cell: ({ row: { original: session } }) => (
        <Button onClick={() => (session.current ? void signOut() : end(session))}>
          {t(session.current ? 'sessions.signOut' : 'sessions.end')}
        </Button>
      ),
    },
  ];
}

function EndDialog({ session, close }: { session: Session | null; close: () => void }) {
  const { t } = useTranslation('settings');
  const notify = useNotify();
  const end = useSend(
    (id: string) => remove('/api/v1/auth/sessions/{id}', { path: { id } }),
    () => {
      notify(t('sessions.ended'));
      close();
    },
  );
  const device = deviceOf(session?.user_agent ?? null) ?? t('sessions.unknownDevice');
  return (
    <ConfirmDialog
      open={session !== null}
      onOpenChange={(open) => {
        if (open) return;
        end.reset();
        close();
      }}
      title={t('sessions.confirmTitle')}
      about={t('sessions.confirm', { device, address: session?.address ?? '—' })}
      action={t('sessions.end')}
      busy={end.isPending}
      error={end.error}
      onConfirm={() => session && end.mutate(session.id)}
    />
  );
}
