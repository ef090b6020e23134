import { useTranslation } from 'react-i18next';

/** Holds the place of text that is on its way, in its size: nothing jumps when it arrives. */
export function Skeleton({ width = '6rem', height = '1em' }: { width?: string; height?: string }) {
  return (
    <span
      aria-hidden="true"
      className="skeleton inline-block max-w-full align-middle"
      style={{ width, height }}
    />
  );
}

export function SkeletonLines({ count = 4 }: { count?: number }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-3" role="status" aria-label={t('table.loading')}>
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <Skeleton key={line} width={`${90 - ((line * 17) % 40)}%`} height="1.25rem" />
      ))}
    </div>
  );
}
