import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Answer, get, post, put } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { useIsView, useSession } from '../../api/session.ts';
import { Button, ButtonLink, type ButtonVariant } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Card } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';

export type FirstStepsAnswer = Answer<'/api/v1/first-steps'>;
type Step = FirstStepsAnswer['steps'][number];
type Name = Step['name'];

/** Where each step is taken; `activation` is the operator's, and `email` has a button of its own. */
const PLACES: Partial<Record<Name, string>> = {
  identity: '/settings/identity',
  charge: '/charges/new',
  payout_key: '/settings',
  appearance: '/settings',
  integration: '/integrations',
  two_factor: '/settings/security',
};
/** Open also before the account is active. */
const ALWAYS: readonly Name[] = ['identity', 'email', 'two_factor'];

/** They are a person's own: an operator who looks at the dashboard has none. */
export function useFirstSteps() {
  const enabled = !useIsView();
  return useQuery({ queryKey: ['first-steps'], queryFn: () => get('/api/v1/first-steps'), enabled });
}

/**
 * What is left to set up, by what the gateway knows; it stays until all is done or the person puts it away. Above
 * figures it is short: only what is left, and its next action is not the page's.
 */
export function FirstSteps({ answer, isShort }: { answer: FirstStepsAnswer; isShort: boolean }) {
  const { t } = useTranslation('overview');
  const notify = useNotify();
  const hide = useSend(
    (hidden: boolean) => put('/api/v1/first-steps', { body: { hidden } }),
    (_answer, hidden) => hidden && notify(t('first.hiddenNow')),
  );
  const { steps, hidden } = answer;
  const count = steps.filter(({ done }) => done).length;
  if (count === steps.length) return null;
  const progress = t('first.progress', { count, total: steps.length });
  if (hidden) {
    return (
      <div>
        <Button variant="quiet" className="-mx-4" busy={hide.isPending} onClick={() => hide.mutate(false)}>
          {t('first.show', { progress })}
        </Button>
      </div>
    );
  }
  const next = isShort ? null : steps.find(({ done }) => !done)?.name;
  const shown = isShort ? steps.filter(({ done }) => !done) : steps;
  return (
    <Card
      title={t('first.title')}
      action={
        <Button variant="quiet" className="-my-2" busy={hide.isPending} onClick={() => hide.mutate(true)}>
          {t('first.hide')}
        </Button>
      }
    >
      <div className="grid gap-2">
        <p className="text-quiet">{progress}</p>
        <div aria-hidden="true" className="h-2 rounded-full bg-hover">
          <div className="h-2 rounded-full bg-accent" style={{ width: `${(count / steps.length) * 100}%` }} />
        </div>
      </div>
      {hide.error && <ErrorNotice error={hide.error} />}
      <ol className="grid">
        {shown.map((step) => (
          <StepLine key={step.name} step={step} isNext={step.name === next} isShort={isShort} />
        ))}
      </ol>
    </Card>
  );
}

function StepLine({
  step: { name, done },
  isNext,
  isShort,
}: {
  step: Step;
  isNext: boolean;
  isShort: boolean;
}) {
  const { t } = useTranslation('overview');
  const about = `text-small text-quiet ${isShort ? 'hidden sm:block' : ''}`;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-t py-3 first:border-0 first:pt-0 last:pb-0 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-center">
      {done ? (
        <CircleCheck aria-hidden="true" size={24} className="text-good" />
      ) : (
        <span aria-hidden="true" className="size-6 rounded-full border-2 border-strong-line" />
      )}
      <div>
        <h3 className={done ? 'text-quiet' : 'font-semibold'}>
          {t(`first.${name}.title`)}
          {done && <span className="sr-only">: {t('first.done')}</span>}
        </h3>
        {!done && <p className={about}>{t(`first.${name}.text`)}</p>}
      </div>
      {!done && (
        <div className="col-start-2 sm:col-start-3">
          <StepAction name={name} variant={isNext ? 'primary' : 'second'} />
        </div>
      )}
    </li>
  );
}

function StepAction({ name, variant }: { name: Name; variant: ButtonVariant }) {
  const { t } = useTranslation('overview');
  const { account } = useSession();
  const href = PLACES[name];
  if (account.account_status !== 'active' && !ALWAYS.includes(name)) return null;
  if (name === 'email') return <ConfirmEmail variant={variant} />;
  if (!href || name === 'activation') return null;
  return (
    <ButtonLink href={href} variant={variant}>
      {t(`first.${name}.action`)}
    </ButtonLink>
  );
}

/** In the sandbox the link is in the outbox; elsewhere it can be sent again. */
function ConfirmEmail({ variant }: { variant: ButtonVariant }) {
  const { t } = useTranslation('overview');
  const notify = useNotify();
  const { mail, user } = useSession();
  const resend = useSend(
    () => post('/api/v1/auth/verify-email/resend'),
    () => notify(t('first.email.sent', { email: user.email })),
  );
  if (mail === 'outbox') {
    return (
      <ButtonLink href="/outbox" variant={variant}>
        {t('first.email.open')}
      </ButtonLink>
    );
  }
  return (
    <div className="grid gap-2">
      <Button variant={variant} busy={resend.isPending} onClick={() => resend.mutate(undefined)}>
        {t('first.email.action')}
      </Button>
      {resend.error && <ErrorNotice error={resend.error} />}
    </div>
  );
}
