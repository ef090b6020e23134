import { Download } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { addressOf, type Query } from '../../api/client.ts';
import { useNow } from '../../api/clock.ts';
import { useIsView } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { dayFrom, endOfDay, startOfDay } from '../../kit/days.ts';
import { useFormat } from '../../kit/format.ts';
import { useLanguage } from '../../text/language.ts';

const PATH = '/api/v1/transactions/export';
const MAX_DAYS = 366;
const DAY_MS = 24 * 3600 * 1000;

type Span = { from: string | undefined; to: string | undefined };

/** Why the API would refuse the period, or null. */
function exportProblem({ from, to }: Span, today: string): 'exportTooLong' | 'exportBackwards' | null {
  const start = startOfDay(from);
  const end = endOfDay(to ?? today);
  if (!start || !end) return null;
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS;
  if (days <= 0) return 'exportBackwards';
  return days > MAX_DAYS ? 'exportTooLong' : null;
}

/** The statement of the selected days as a file. A plain link carries the session cookie. */
export function ExportMenu({ from, to }: Span) {
  const { t } = useTranslation('money');
  const problem = exportProblem({ from, to }, dayFrom(useNow()()));
  if (useIsView()) return null;
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button>
          <Download aria-hidden="true" size={16} />
          {t('statement.export')}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={16}
          aria-label={t('statement.export')}
          className="z-50 grid w-72 gap-3 rounded-xl border bg-surface p-4 shadow-raised"
        >
          <p className="text-small text-quiet">{t('statement.exportAbout')}</p>
          {problem ? (
            <p role="alert" className="text-small text-bad">
              {t(`statement.${problem}`)}
            </p>
          ) : (
            <>
              <p className="text-small font-medium">
                <SpanText from={from} to={to} />
              </p>
              <FileLink format="csv" from={from} to={to} label={t('statement.csv')} />
              <FileLink format="ofx" from={from} to={to} label={t('statement.ofx')} />
            </>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function SpanText({ from, to }: Span) {
  const { t } = useTranslation('money');
  const format = useFormat();
  if (from && to) return t('statement.exportSpan', { from: format.day(from), to: format.day(to) });
  if (from) return t('statement.exportFrom', { from: format.day(from) });
  return to ? t('statement.exportTo', { to: format.day(to) }) : t('statement.exportUsual');
}

function FileLink({ format, from, to, label }: Span & { format: 'csv' | 'ofx'; label: string }) {
  const language = useLanguage();
  const createdFrom = startOfDay(from);
  const createdTo = endOfDay(to);
  const query: Query<typeof PATH> = {
    format,
    language,
    ...(createdFrom && { created_from: createdFrom }),
    ...(createdTo && { created_to: createdTo }),
  };
  return (
    <a
      href={addressOf(PATH, { query })}
      download
      className="inline-flex min-h-10 items-center justify-center gap-2 rounded-lg border border-strong-line px-4 font-medium hover:bg-hover"
    >
      {label}
    </a>
  );
}
