import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { useSecondsUntil, writeMinutes } from '../../kit/countdown.ts';

const SECOND_MS = 1_000;

/** Null: not locked. The time left is the answer's own. */
export function useLock(error: Error | null): { seconds: number } | null {
  const [until, setUntil] = useState<number | null>(null);
  useEffect(() => {
    if (!(error instanceof ApiError)) return;
    const isLocked = error.code === 'LOGIN_LOCKED' && error.retryAfterSeconds !== null;
    setUntil(isLocked ? Date.now() + (error.retryAfterSeconds ?? 0) * SECOND_MS : null);
  }, [error]);
  const seconds = useSecondsUntil(until);
  return until === null ? null : { seconds };
}

export function LockedNotice({ seconds }: { seconds: number }) {
  const { t } = useTranslation('access');
  if (seconds === 0) return <p role="status">{t('locked.over')}</p>;
  return (
    <div role="alert" className="grid gap-1 rounded-lg bg-bad-ground p-4">
      <p className="font-medium text-bad">{t('locked.title')}</p>
      <p>{t('locked.text')}</p>
      {/* Read once with the notice; a reader need not hear every second. */}
      <p role="timer" aria-live="off" className="font-semibold tabular-nums">
        {t('locked.left', { time: writeMinutes(seconds) })}
      </p>
    </div>
  );
}
