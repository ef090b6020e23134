import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { put } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Checkbox, Field } from '../../kit/field.tsx';
import { Card } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { AccountDetails } from './account-details.ts';
import { useProviders } from './providers-query.ts';

/** Null: the gateway's default. */
type Order = string[] | null;
type Row = { name: string; isUsed: boolean };

/** Which PIX providers an account's charges go to, and in which order. With one provider there is nothing to choose. */
export function PixOrderCard({ account }: { account: AccountDetails }) {
  const names = useProviders().data?.pix.map(({ name }) => name) ?? [];
  if (names.length < 2) return null;
  return <OrderCard key={names.join()} account={account} names={names} />;
}

/** All providers: first the account's in its order, then the unused ones. */
function rowsOf(own: Order, names: readonly string[]): Row[] {
  const used = own?.filter((name) => names.includes(name)) ?? [];
  if (used.length === 0) return names.map((name) => ({ name, isUsed: true }));
  const rest = names.filter((name) => !used.includes(name));
  return [...used.map((name) => ({ name, isUsed: true })), ...rest.map((name) => ({ name, isUsed: false }))];
}

function OrderCard({ account, names }: { account: AccountDetails; names: readonly string[] }) {
  const { t } = useTranslation('operators');
  const notify = useNotify();
  const { id, name, pix_providers: before } = account;
  const [isOwn, setOwn] = useState(before !== null);
  const [rows, setRows] = useState(() => rowsOf(before, names));
  const [isAsking, setAsking] = useState(false);
  const used = rows.filter(({ isUsed }) => isUsed).map((row) => row.name);
  const after: Order = isOwn ? used : null;
  const save = useSend(
    (body: { pix_providers: Order }) =>
      put('/api/v1/admin/accounts/{id}/pix-providers', { path: { id }, body }),
    () => {
      setAsking(false);
      notify(t('pixOrder.done', { name }));
    },
  );
  return (
    <Card title={t('pixOrder.title')}>
      <Field label={t('pixOrder.which')}>
        <Select value={isOwn ? 'own' : 'gateway'} onChange={(event) => setOwn(event.target.value === 'own')}>
          <option value="gateway">{t('pixOrder.gateway', { names: names.join(', ') })}</option>
          <option value="own">{t('pixOrder.own')}</option>
        </Select>
      </Field>
      {isOwn && <Rows rows={rows} onChange={setRows} />}
      <p className="text-small text-quiet">{t('pixOrder.note')}</p>
      <div>
        <Button onClick={() => (isOwn && used.length === 0 ? undefined : setAsking(true))}>
          {t('pixOrder.save')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(false)}
          title={t('pixOrder.ask', { name })}
          about={<OrderChange before={before} after={after} />}
          action={t('pixOrder.save')}
          variant="primary"
          busy={save.isPending}
          error={save.error}
          onConfirm={() => save.mutate({ pix_providers: after })}
        />
      )}
    </Card>
  );
}

function Rows({ rows, onChange }: { rows: Row[]; onChange: (rows: Row[]) => void }) {
  const { t } = useTranslation('operators');
  const [moved, setMoved] = useState<string | null>(null);
  const used = rows.filter(({ isUsed }) => isUsed);
  const placeOf = (name: string) => used.findIndex((row) => row.name === name) + 1;
  const move = (at: number, to: number) => {
    const row = rows[at];
    const other = rows[to];
    if (!row || !other) return;
    onChange(rows.map((each, index) => (index === at ? other : index === to ? row : each)));
    setMoved(row.name);
  };
  const use = (name: string, isUsed: boolean) =>
    onChange(rows.map((each) => (each.name === name ? { name, isUsed } : each)));
  return (
    <div className="grid gap-2">
      <ol className="grid gap-2">
        {rows.map(({ name, isUsed }, at) => (
          <li key={name} className="flex items-center gap-1 rounded-lg border py-1 pr-1 pl-3">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <Checkbox
                label={isUsed ? t('pixOrder.place', { place: placeOf(name), name }) : name}
                checked={isUsed}
                onChange={(event) => use(name, event.target.checked)}
              />
            </span>
            <IconButton
              label={t('pixOrder.up', { name })}
              aria-disabled={at === 0}
              className="aria-disabled:opacity-40"
              onClick={() => move(at, at - 1)}
            >
              <ArrowUp aria-hidden="true" size={18} />
            </IconButton>
            <IconButton
              label={t('pixOrder.down', { name })}
              aria-disabled={at === rows.length - 1}
              className="aria-disabled:opacity-40"
              onClick={() => move(at, at + 1)}
            >
              <ArrowDown aria-hidden="true" size={18} />
            </IconButton>
          </li>
        ))}
      </ol>
      {used.length === 0 && (
        <p role="alert" className="text-small text-bad">
          {t('pixOrder.empty')}
        </p>
      )}
      <p role="status" className="sr-only">
        {moved && placeOf(moved) > 0 && t('pixOrder.place', { place: placeOf(moved), name: moved })}
      </p>
    </div>
  );
}

function OrderChange({ before, after }: { before: Order; after: Order }) {
  const { t } = useTranslation('operators');
  const written = (order: Order) => order?.join(', ') ?? t('pixOrder.ofGateway');
  if (written(before) === written(after)) return <p>{t('pixOrder.unchanged')}</p>;
  return (
    <div className="grid gap-2">
      <p>{t('pixOrder.now', { order: written(before) })}</p>
      <p className="font-medium text-text">{t('pixOrder.after', { order: written(after) })}</p>
      <p>{t('pixOrder.note')}</p>
    </div>
  );
}
