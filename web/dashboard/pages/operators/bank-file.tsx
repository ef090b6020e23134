import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, addressOf, get, type Item, post } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useSend } from '../../api/send.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Checkbox } from '../../kit/field.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, EmptyState, Facts, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { useLanguage } from '../../text/language.ts';
import { FileBadge } from './bank-files.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { ShortId } from './short-id.tsx';
import { TwoLines } from './two-lines.tsx';

type Detail = Answer<'/api/v1/admin/bank-files/{id}'>;
type Line = Item<'/api/v1/admin/bank-files/{id}/lines'>;

const TONES: Partial<Record<Line['outcome'], Tone>> = {
  registered: 'good',
  paid: 'good',
  refused: 'bad',
  instruction_refused: 'bad',
  unknown_title: 'bad',
  problem: 'bad',
};

export function Page({ params }: { params: Record<string, string> }) {
  const { t } = useTranslation('bankFiles');
  const id = params.id ?? '';
  const query = useQuery({
    queryKey: ['bank-file', id],
    queryFn: () => get('/api/v1/admin/bank-files/{id}', { path: { id } }),
  });
  return (
    <>
      <PageHeader
        title={query.data?.name ?? t('file')}
        back={{ href: '/admin/bank-files', label: t('title') }}
        about={query.data && <FileBadge file={query.data} />}
      />
      <Loaded query={query} lines={8}>
        {(file) => (
          <>
            <Summary file={file} />
            {file.direction === 'return' && file.status !== 'failed' && <Lines file={file} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function Summary({ file }: { file: Detail }) {
  const { t } = useTranslation(['bankFiles', 'common']);
  const isReturn = file.direction === 'return';
  return (
    <Card>
      <Facts
        facts={[
          [t('bankFiles:bank'), file.bank],
          [t('bankFiles:kind'), t(`bankFiles:direction.${file.direction}`)],
          [t('bankFiles:number'), file.number],
          [t('bankFiles:titles'), file.titles],
          [t('bankFiles:total'), <Money key="total" value={file.total} />],
          [t('bankFiles:paidCount'), isReturn ? file.paid_count : null],
          [t('bankFiles:paid'), isReturn ? <Money key="paid" value={file.paid} /> : null],
          [t('bankFiles:fees'), isReturn ? <Money key="fees" value={file.fees} /> : null],
          [t('bankFiles:open'), isReturn ? file.open_count : null],
          [t('common:fields.date'), <Instant key="made" at={file.created_at} />],
          [t('bankFiles:endedAt'), file.ended_at && <Instant key="ended" at={file.ended_at} />],
          [t('bankFiles:problem'), file.problem],
          [
            t('bankFiles:hash'),
            <code key="hash" className="text-small wrap-anywhere">
              {file.sha256}
            </code>,
          ],
        ]}
      />
      {file.status === 'checked' && <Book file={file} />}
      <div className="flex flex-wrap items-center gap-4">
        {file.status === 'made' && file.content_removed_at === null && <Sent file={file} />}
        {file.content_removed_at === null ? (
          <a
            href={addressOf('/api/v1/admin/bank-files/{id}/content', { path: { id: file.id } })}
            download
            className="text-accent underline"
          >
            {t('bankFiles:download')}
          </a>
        ) : (
          <p className="text-quiet">{t('bankFiles:contentRemoved')}</p>
        )}
      </div>
    </Card>
  );
}

function Sent({ file }: { file: Detail }) {
  const { t } = useTranslation('bankFiles');
  const sending = useSend(() => post('/api/v1/admin/bank-files/{id}/sent', { path: { id: file.id } }));
  return (
    <>
      <Button busy={sending.isPending} onClick={() => sending.mutate(undefined)}>
        {t('sent')}
      </Button>
      {sending.error && <ErrorNotice error={sending.error} />}
    </>
  );
}

function Book({ file }: { file: Detail }) {
  const { t } = useTranslation('bankFiles');
  const notify = useNotify();
  const [isAccepted, setAccepted] = useState(false);
  const hasDifferences = file.differences.length > 0;
  const booking = useSend(
    () =>
      post('/api/v1/admin/bank-files/{id}/book', {
        path: { id: file.id },
        body: { accept_different_sums: isAccepted },
      }),
    () => notify(t('booked')),
  );
  return (
    <div className="grid gap-3">
      {hasDifferences && (
        <div className="grid gap-2 rounded-lg bg-note-ground p-3 text-note">
          <p className="font-medium">{t('differences')}</p>
          {file.differences.map((each) => (
            <p key={`${each.line} ${each.field}`}>{t('difference', each)}</p>
          ))}
          <Checkbox
            label={t('accept')}
            checked={isAccepted}
            onChange={(event) => setAccepted(event.target.checked)}
          />
        </div>
      )}
      {booking.error && <ErrorNotice error={booking.error} />}
      <div>
        <Button
          variant="primary"
          busy={booking.isPending}
          disabled={hasDifferences && !isAccepted}
          onClick={() => booking.mutate(undefined)}
        >
          {t('book')}
        </Button>
      </div>
    </div>
  );
}

function Lines({ file }: { file: Detail }) {
  const { t } = useTranslation('bankFiles');
  const [onlyOpen, setOnlyOpen] = useState(false);
  const [second, setSecond] = useState<Line | null>(null);
  const pages = usePages(
    `bank-file-${file.id}-${file.status}`,
    (query) => get('/api/v1/admin/bank-files/{id}/lines', { path: { id: file.id }, query }),
    onlyOpen ? { open: 'true' as const } : {},
  );
  return (
    <>
      <h2 className="text-title font-semibold">{t('lines')}</h2>
      <Checkbox
        label={t('onlyOpen')}
        checked={onlyOpen}
        onChange={(event) => setOnlyOpen(event.target.checked)}
      />
      <DataTable
        label={t('lines')}
        columns={useColumns(file.status === 'booked' ? setSecond : null)}
        pages={pages}
        idOf={(line) => String(line.line)}
        filtered={onlyOpen}
        empty={<EmptyState title={t('noLines')} text={t('about')} />}
      />
      {second && <SecondPayment file={file} line={second} onClose={() => setSecond(null)} />}
    </>
  );
}

function SecondPayment({ file, line, onClose }: { file: Detail; line: Line; onClose: () => void }) {
  const { t } = useTranslation('bankFiles');
  const notify = useNotify();
  return (
    <ReasonDialog
      title={t('secondTitle')}
      about={t('secondAbout')}
      action={t('second')}
      label={t('secondReason')}
      hint={t('secondHint')}
      variant="primary"
      send={(reason) =>
        post('/api/v1/admin/bank-files/{id}/payments', {
          path: { id: file.id },
          body: { line: line.line, reason },
        })
      }
      after={() => notify(t('secondBooked'))}
      onClose={onClose}
    />
  );
}

/** `onSecond`: a person says that a repeated payment is another one; null: nothing is booked yet. */
function useColumns(onSecond: ((line: Line) => void) | null): Columns<Line> {
  const { t } = useTranslation('bankFiles');
  return [
    { header: t('line'), meta: { align: 'right' }, cell: ({ row }) => row.original.line },
    {
      header: t('ourNumber'),
      cell: ({ row }) => (
        <TwoLines
          first={<code className="font-mono">{row.original.our_number}</code>}
          second={row.original.charge_id && <ShortId id={row.original.charge_id} />}
        />
      ),
    },
    { header: t('outcome'), cell: ({ row }) => <Outcome line={row.original} onSecond={onSecond} /> },
    {
      header: t('paid'),
      meta: { align: 'right' },
      cell: ({ row }) => (row.original.paid > 0 ? <Money value={row.original.paid} /> : '—'),
    },
    {
      header: t('fees'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Money value={row.original.fee} />,
    },
  ];
}

/** The bank's reasons are shown in its code where no text is known. */
function Outcome({ line, onSecond }: { line: Line; onSecond: ((line: Line) => void) | null }) {
  const { t } = useTranslation('bankFiles');
  const language = useLanguage();
  const reasons = line.reasons.map(({ code, text_pt: pt, text_en: en }) => {
    const text = language === 'pt' ? pt : en;
    return text === null ? code : `${code} ${text}`;
  });
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone={TONES[line.outcome] ?? 'plain'}>{t(`outcomes.${line.outcome}`)}</Badge>
      {line.problem && <span className="text-small">{t(`problems.${line.problem}`)}</span>}
      {reasons.length > 0 && <span className="text-small text-quiet">{reasons.join('; ')}</span>}
      {onSecond && line.outcome === 'repeated' && line.paid > 0 && (
        <Button aria-label={t('secondOf', { line: line.line })} onClick={() => onSecond(line)}>
          {t('second')}
        </Button>
      )}
    </div>
  );
}
