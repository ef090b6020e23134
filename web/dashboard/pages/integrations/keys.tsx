import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, remove } from '../../api/client.ts';
import type { Pages } from '../../api/pages.ts';
import { useSend } from '../../api/send.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Instant } from '../../kit/instant.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { ChangeKeyDialog } from './change-key-dialog.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { type Key, KeyLimitsCell } from './key-limits-cell.tsx';

export function Page() {
  const { t } = useTranslation('integrations');
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const [changing, setChanging] = useState<Key | null>(null);
  const pages = useKeys();
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" size={18} />
      {t('keys.create')}
    </Button>
  );
  const isEmpty = pages.rows?.length === 0;
  return (
    <>
      <PageHeader title={t('keys.title')} about={t('keys.about')}>
        <ButtonLink href="/integrations/try">{t('keys.tryIt')}</ButtonLink>
        {!isEmpty && create}
      </PageHeader>
      <DataTable
        label={t('keys.title')}
        columns={useColumns({ revoke: setRevoking, change: setChanging })}
        pages={pages}
        idOf={(key) => key.id}
        empty={
          <EmptyState
            drawing="code"
            title={t('keys.emptyTitle')}
            text={t('keys.emptyText')}
            action={create}
          />
        }
      />
      {creating && <CreateKeyDialog close={() => setCreating(false)} />}
      {changing && <ChangeKeyDialog apiKey={changing} close={() => setChanging(null)} />}
      <RevokeDialog apiKey={revoking} close={() => setRevoking(null)} />
    </>
  );
}

/** An account has few keys: one request reads them all. */
function useKeys(): Pages<Key> {
  const { data, error, refetch } = useQuery({ queryKey: ['keys'], queryFn: () => get('/api/v1/keys') });
  return {
    rows: data?.keys,
    total: data?.total ?? null,
    error: data ? null : error,
    isFirst: true,
    isEmpty: data?.keys.length === 0,
    hasMore: false,
    isLoadingPage: false,
    next: () => {},
    previous: () => {},
    retry: () => void refetch(),
  };
}

type Actions = { revoke: (key: Key) => void; change: (key: Key) => void };

function useColumns({ revoke, change }: Actions): Columns<Key> {
  const { t } = useTranslation(['integrations', 'team']);
  return [
    {
      header: t('keys.name'),
      cell: ({ row }) => <Name of={row.original} />,
    },
    {
      header: t('keys.key'),
      meta: { wideOnly: true },
      cell: ({ row }) => (
        <code className="font-mono text-small whitespace-nowrap">{row.original.api_key}</code>
      ),
    },
    {
      header: t('team:keys.limits'),
      meta: { wideOnly: true },
      cell: ({ row }) => <KeyLimitsCell apiKey={row.original} />,
    },
    {
      header: t('keys.lastUsed'),
      meta: { wideOnly: true },
      cell: ({ row: { original: key } }) =>
        key.last_used_at ? <Instant at={key.last_used_at} /> : t('keys.neverUsed'),
    },
    {
      header: t('keys.created'),
      meta: { deskOnly: true },
      cell: ({ row: { original: key } }) => (
        <div className="grid">
          <Instant at={key.created_at} />
          {key.created_by && <span className="text-small text-quiet wrap-anywhere">{key.created_by}</span>}
        </div>
      ),
    },
    {
      id: 'revoke',
      header: () => <span className="sr-only">{t('keys.revoke')}</span>,
      meta: { align: 'right' },
      cell: ({ row: { original: key } }) =>
        key.status === 'active' && (
          <div className="flex flex-wrap justify-end gap-2">
            <Button
              variant="quiet"
              needs="keys:write"
              aria-label={t('team:keys.editNamed', { name: key.name })}
              onClick={() => change(key)}
            >
              {t('team:keys.edit')}
            </Button>
            <Button
              needs="keys:write"
              aria-label={t('keys.revokeNamed', { name: key.name })}
              onClick={() => revoke(key)}
            >
              {t('keys.revoke')}
            </Button>
          </div>
        ),
    },
  ];
}

/** Phones have no column for the key. */
function Name({ of: key }: { of: Key }) {
  const { t } = useTranslation('integrations');
  return (
    <>
      <span className="inline-flex flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">{key.name}</span>
        {key.status !== 'active' && <Badge>{t('keys.revoked')}</Badge>}
      </span>
      <code className="block font-mono text-small whitespace-nowrap text-quiet md:hidden">{key.api_key}</code>
    </>
  );
}

function RevokeDialog({ apiKey, close }: { apiKey: Key | null; close: () => void }) {
  const { t } = useTranslation('integrations');
  const notify = useNotify();
  const revoke = useSend(
    (key: Key) => remove('/api/v1/keys/{id}', { path: { id: key.id } }),
    (_answer, key) => {
      notify(t('keys.revokedNow', { name: key.name }));
      close();
    },
  );
  return (
    <ConfirmDialog
      open={apiKey !== null}
      onOpenChange={(open) => {
        if (open) return;
        revoke.reset();
        close();
      }}
      title={t('keys.confirmTitle')}
      about={apiKey && t('keys.confirm', { name: apiKey.name, key: apiKey.api_key })}
      action={t('keys.revoke')}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => apiKey && revoke.mutate(apiKey)}
    />
  );
}
