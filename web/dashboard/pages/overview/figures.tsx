import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kit/format.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import type { Overview } from './overview-answer.ts';

/** The four main figures of a seller. */
export function Figures({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const count = (name: 'received' | 'pending' | 'refused', amount: number) =>
    t(`figures.${name}Count`, { count: amount });
  return (
    <dl className="grid gap-3 @min-[20rem]:grid-cols-2 md:gap-4 @min-[60rem]:grid-cols-4">
      <Figure
        name={t('figures.received')}
        value={overview && format.money(overview.received.amount)}
        note={
          overview && (
            <Change
              now={overview.received.amount}
              before={overview.previous.amount}
              written={format.money(overview.previous.amount)}
            />
          )
        }
      />
      <Figure
        name={t('figures.pending')}
        value={overview && format.money(overview.pending.amount)}
        note={
          overview && (
            <>
              {count('pending', overview.pending.count)}
              {overview.pending_of_links.count > 0 && (
                <span className="block">
                  {t('figures.pendingOfLinks', {
                    count: overview.pending_of_links.count,
                    amount: format.money(overview.pending_of_links.amount),
                  })}
                </span>
              )}
            </>
          )
        }
      />
      <Figure
        name={t('figures.refused')}
        value={overview && (overview.refused.rate === null ? '—' : format.percent(overview.refused.rate))}
        note={
          overview &&
          (overview.refused.rate === null ? t('figures.noTries') : count('refused', overview.refused.count))
        }
      />
      <Figure
        name={t('figures.fees')}
        value={overview && format.money(overview.fees)}
        note={overview && count('received', overview.received.count)}
      />
    </dl>
  );
}

const WIDE_SIGN_EM = 0.64;

/** As large as a heading, smaller if a large amount needs the width. */
function fitting(text = ''): string {
  return `min(var(--text-heading), ${100 / (text.length * WIDE_SIGN_EM || 1)}cqw)`;
}

export function Figure({ name, value, note }: { name: string; value: string | undefined; note: ReactNode }) {
  return (
    <div className="@container grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1 rounded-xl border bg-surface p-4">
      <dt className="text-small text-quiet">{name}</dt>
      <dd
        className="flex h-8 items-center font-semibold whitespace-nowrap tabular-nums"
        style={{ fontSize: fitting(value) }}
      >
        {value ?? <Skeleton width="7rem" />}
      </dd>
      <dd className="min-h-5 text-small text-quiet wrap-anywhere">{note ?? <Skeleton width="5rem" />}</dd>
    </div>
  );
}

/** Compared with the same number of days before; nothing if there was nothing before. */
export function Change({
  now,
  before,
  written,
  isLessBetter = false,
}: {
  now: number;
  before: number;
  /** What there was before, as text. */
  written: string;
  isLessBetter?: boolean;
}) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  if (before === 0) return t('figures.noBefore');
  const share = now / before - 1;
  const better = isLessBetter ? -share : share;
  const tone = better > 0 ? 'text-good' : better < 0 ? 'text-bad' : '';
  const sign = share > 0 ? '+' : '';
  return (
    <>
      <span className={`font-medium ${tone}`}>{`${sign}${format.percent(roundedShare(share))}`}</span>{' '}
      {t('figures.against', { amount: written })}
    </>
  );
}

/** Rounded to a tenth of a percent. */
function roundedShare(share: number): number {
  return Math.round(share * 1000) / 1000;
}
