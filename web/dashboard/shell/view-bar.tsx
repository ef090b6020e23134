import { Eye } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { remove } from '../api/client.ts';
import { useSend } from '../api/send.ts';
import { type Session, viewedAccountPage } from '../api/session.ts';
import { changeSession } from '../api/session-change.ts';
import { useSecondsUntil } from '../kit/countdown.ts';
import { useErrorText } from '../kit/error-notice.tsx';

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;

/** Above every page while an operator looks at a seller's dashboard: whose it is, until when, and the way out. */
export function ViewBar({ session }: { session: Session }) {
  return session.view ? <Bar session={session} view={session.view} /> : null;
}

function Bar({ session, view }: { session: Session; view: NonNullable<Session['view']> }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { account } = session;
  const leave = () => window.location.assign(viewedAccountPage(session));
  // By the gateway's count: the clock of this computer may be wrong.
  const untilMs = useMemo(() => Date.now() + view.seconds_left * SECOND_MS, [view]);
  const seconds = useSecondsUntil(untilMs);
  const end = useSend(
    () => changeSession(() => remove('/api/v1/admin/accounts/{id}/view', { path: { id: account.id } })),
    leave,
  );
  const isOver = seconds === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is over
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);
  const minutes = Math.floor(seconds / MINUTE_SECONDS);
  return (
    <section
      aria-label={t('view.label')}
      className="sticky top-0 z-30 flex min-h-12 flex-wrap items-center justify-center gap-x-4 bg-text px-4 py-1 text-small text-ground"
    >
      <p className="inline-flex min-w-0 items-center gap-2 py-1">
        <Eye aria-hidden="true" size={16} className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          {t('view.text', { name: account.name })}{' '}
          <span className="whitespace-nowrap tabular-nums">
            {minutes > 0 ? t('view.left', { count: minutes }) : t('view.almostOver')}
          </span>
        </span>
      </p>
      <button
        type="button"
        disabled={end.isPending}
        onClick={() => end.mutate(undefined)}
        className="min-h-8 font-semibold underline underline-offset-4"
      >
        {t('view.end')}
      </button>
      <p role="status" className={end.error ? 'pb-1' : 'sr-only'}>
        {end.error && errorText(end.error)}
      </p>
    </section>
  );
}
