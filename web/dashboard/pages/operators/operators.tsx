import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, type Item, type Query, remove } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useSend } from '../../api/send.ts';
import { useSession } from '../../api/session.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Instant } from '../../kit/instant.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { AddOperatorDialog } from './add-operator.tsx';
import { TwoLines } from './two-lines.tsx';

type Operator = Item<'/api/v1/admin/operators'>;
type OperatorQuery = Query<'/api/v1/admin/operators'>;

export function Page() {
  const { t } = useTranslation('operators');
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Operator | null>(null);
  const pages = usePages(
    'operators',
    (query: OperatorQuery) => get('/api/v1/admin/operators', { query }),
    {},
  );
  return (
    <>
      <PageHeader title={t('operators.title')} about={t('operators.about')}>
        <Button variant="primary" onClick={() => setAdding(true)}>
          {t('operators.add')}
        </Button>
      </PageHeader>
      <DataTable
        label={t('operators.title')}
        columns={useColumns(setRemoved)}
        pages={pages}
        idOf={(operator) => operator.id}
        empty={
          <EmptyState drawing="people" title={t('operators.emptyTitle')} text={t('operators.emptyText')} />
        }
      />
      {isAdding && <AddOperatorDialog onClose={() => setAdding(false)} />}
      {removed && <RemoveDialog operator={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

function useColumns(onRemove: (operator: Operator) => void): Columns<Operator> {
  const { t } = useTranslation(['operators', 'common']);
  const { account } = useSession();
  return [
    {
      header: t('common:fields.name'),
      cell: ({ row }) => <TwoLines first={row.original.name} second={row.original.email} />,
    },
    {
      header: t('operators.twoFactor'),
      meta: { wideOnly: true },
      cell: ({ row: { original } }) => (
        <Badge tone={original.two_factor ? 'good' : 'plain'}>
          {original.two_factor ? t('operators.on') : t('operators.off')}
        </Badge>
      ),
    },
    {
      header: t('operators.since'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
    {
      header: t('operators.remove'),
      meta: { align: 'right' },
      cell: ({ row: { original } }) =>
        original.id === account.id ? (
          <span className="text-quiet">{t('operators.you')}</span>
        ) : (
          <Button
            variant="quiet"
            aria-label={t('operators.removeName', { name: original.name })}
            onClick={() => onRemove(original)}
          >
            {t('operators.remove')}
          </Button>
        ),
    },
  ];
}

function RemoveDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { t } = useTranslation('operators');
  const notify = useNotify();
  const { id, name, email } = operator;
  const send = useSend(
    (path: { id: string }) => remove('/api/v1/admin/operators/{id}', { path }),
    () => {
      onClose();
      notify(t('operators.removed', { name }));
    },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('operators.removeTitle', { name })}
      about={t('operators.removeAbout', { email })}
      action={t('operators.removeAction')}
      busy={send.isPending}
      error={send.error}
      onConfirm={() => send.mutate({ id })}
    />
  );
}
