import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { useSecondsUntil, writeMinutes } from '../../kit/countdown.ts';

const SECOND_MS = 1_000;

type Lock = { until: number; email: string };

/**
 * Null: not locked. The time comes from the answer. Another e-mail is not locked (`isOther`); entering the first one
 * again shows the lock again.
 */
export function useLock(error: Error | null, email: string): { seconds: number; isOther: boolean } | null {
  const [lock, setLock] = useState<Lock | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the e-mail at the time of the answer
  useEffect(() => {
    if (!(error instanceof ApiError)) return;
    const wait = error.code === 'LOGIN_LOCKED' ? error.retryAfterSeconds : null;
    setLock(wait === null ? null : { until: Date.now() + wait * SECOND_MS, email: written(email) });
  }, [error]);
  const seconds = useSecondsUntil(lock?.until ?? null);
  return lock && { seconds, isOther: lock.email !== written(email) };
}

function written(email: string): string {
  return email.trim().toLowerCase();
}

export function LockedNotice({ seconds }: { seconds: number }) {
  const { t } = useTranslation('access');
  if (seconds === 0) return <p role="status">{t('locked.over')}</p>;
  return (
    <div role="alert" className="grid gap-1 rounded-lg bg-bad-ground p-4">
      <p className="font-medium text-bad">{t('locked.title')}</p>
      <p>{t('locked.text')}</p>
      {/* Read once with the notice; screen readers do not read every second. */}
      <p role="timer" aria-live="off" className="font-semibold tabular-nums">
        {t('locked.left', { time: writeMinutes(seconds) })}
      </p>
    </div>
  );
}
