import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { get, type Item, post, uploadReturn } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useSend } from '../../api/send.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { FileInput } from '../../kit/file-input.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, EmptyState, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { TwoLines } from './two-lines.tsx';

type Bank = Item<'/api/v1/admin/file-banks'>;
export type BankFile = Item<'/api/v1/admin/bank-files'>;

const DIRECTIONS = ['remittance', 'return'] as const;
const TONES: Record<BankFile['status'], Tone> = {
  made: 'info',
  sent: 'plain',
  checked: 'note',
  booked: 'good',
  failed: 'bad',
};

export function Page() {
  const { t } = useTranslation(['bankFiles', 'common']);
  const { values, set } = useFilters(['direction']);
  const direction = DIRECTIONS.find((each) => each === values.direction);
  const pages = usePages('bank-files', (query) => get('/api/v1/admin/bank-files', { query }), {
    ...(direction ? { direction } : {}),
  });
  return (
    <>
      <PageHeader title={t('bankFiles:title')} about={t('bankFiles:about')} />
      <Banks />
      <Field label={t('bankFiles:kind')} className="max-w-52">
        <Select value={direction ?? ''} onChange={(event) => set({ direction: event.target.value })}>
          <option value="">{t('common:fields.all')}</option>
          {DIRECTIONS.map((each) => (
            <option key={each} value={each}>
              {t(`bankFiles:direction.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <DataTable
        label={t('bankFiles:title')}
        columns={useColumns()}
        pages={pages}
        idOf={(file) => file.id}
        hrefOf={(file) => `/admin/bank-files/${file.id}`}
        filtered={direction !== undefined}
        empty={<EmptyState title={t('bankFiles:none')} text={t('bankFiles:noneText')} />}
      />
    </>
  );
}

function Banks() {
  const { t } = useTranslation('bankFiles');
  const query = useQuery({ queryKey: ['file-banks'], queryFn: () => get('/api/v1/admin/file-banks') });
  return (
    <Loaded query={query} lines={4}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="text-quiet">{t('noBanks')}</p>
        ) : (
          <div className="grid items-start gap-6 lg:grid-cols-2">
            {data.map((bank) => (
              <BankCard key={bank.name} bank={bank} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

function BankCard({ bank }: { bank: Bank }) {
  const { t } = useTranslation('bankFiles');
  const notify = useNotify();
  const making = useSend(
    (_input: null) => post('/api/v1/admin/file-banks/{name}/remittances', { path: { name: bank.name } }),
    (file) => notify(t('made', { number: file.number })),
  );
  return (
    <Card title={`${bank.bank} (${bank.name})`}>
      <p>{bank.waiting === 0 ? t('nothingWaits') : t('waiting', { count: bank.waiting })}</p>
      <p className="text-small text-quiet">
        {bank.cut_offs.length > 0 ? t('cutOffs', { times: bank.cut_offs.join(', ') }) : t('byHand')}{' '}
        {t('lastNumber', { number: bank.last_number })}
      </p>
      {making.error && <ErrorNotice error={making.error} />}
      <div>
        <Button disabled={bank.waiting === 0} busy={making.isPending} onClick={() => making.mutate(null)}>
          {t('make')}
        </Button>
      </div>
      <UploadForm bank={bank} />
    </Card>
  );
}

function UploadForm({ bank }: { bank: Bank }) {
  const { t } = useTranslation('bankFiles');
  const [, go] = useLocation();
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const sending = useSend(
    (chosen: File) => uploadReturn(bank.name, chosen, chosen.name),
    ({ id }) => go(`/admin/bank-files/${id}`),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(file === null);
    if (file) sending.mutate(file);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <Field label={t('upload')} hint={t('uploadHint')} error={isMissing ? t('choose') : undefined}>
        <FileInput file={file} accept=".ret,.txt,text/plain" onChoose={setFile} />
      </Field>
      {sending.error && <ErrorNotice error={sending.error} />}
      <div>
        <Button type="submit" busy={sending.isPending}>
          {t('read')}
        </Button>
      </div>
    </form>
  );
}

export function FileBadge({ file }: { file: Pick<BankFile, 'status'> }) {
  const { t } = useTranslation('bankFiles');
  return <Badge tone={TONES[file.status]}>{t(`status.${file.status}`)}</Badge>;
}

function useColumns(): Columns<BankFile> {
  const { t } = useTranslation(['bankFiles', 'common']);
  return [
    {
      header: t('bankFiles:file'),
      cell: ({ row }) => (
        <TwoLines
          first={row.original.name}
          second={`${t(`bankFiles:direction.${row.original.direction}`)} · ${row.original.bank}`}
        />
      ),
    },
    {
      header: t('common:fields.date'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
    {
      header: t('bankFiles:titles'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => row.original.titles,
    },
    {
      header: t('bankFiles:paid'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => (row.original.direction === 'return' ? <Money value={row.original.paid} /> : '—'),
    },
    {
      header: t('bankFiles:open'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => row.original.open_count,
    },
    { header: t('common:fields.status'), cell: ({ row }) => <FileBadge file={row.original} /> },
  ];
}
