import { useTranslation } from 'react-i18next';

/** A placeholder with the size of the text, so that nothing jumps when it loads. */
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
