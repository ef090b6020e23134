import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { type Session, useSessionState } from '../../api/session.ts';
import { changeSession } from '../../api/session-change.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Facts } from '../../kit/page.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { AccessFrame } from '../access/frame.tsx';
import { isDeadLink, useLinkToken } from '../access/mail-link.tsx';
import { CreateForm, SignInForm } from './accept-forms.tsx';

type Invitation = Answer<'/api/v1/auth/check-invitation', 'post'>;

/** Where the link of an invitation leads. The page asks who the person is: the gateway does not say who has an account. */
export function Page() {
  const { t } = useTranslation('team');
  const token = useLinkToken();
  const { session } = useSessionState();
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => post('/api/v1/auth/check-invitation', { body: { token }, isQuestion: true }),
    enabled: token !== '',
    staleTime: 'static',
    gcTime: 0,
  });
  if (token === '' || isDeadLink(error)) return <DeadLink />;
  if (!data) {
    return (
      <AccessFrame title={t('accept.title')}>
        {error ? <ErrorNotice error={error} retry={() => void refetch()} /> : <SkeletonLines count={3} />}
      </AccessFrame>
    );
  }
  return (
    <AccessFrame title={t('accept.title')} about={t('accept.about', { account: data.account_name })}>
      <Facts
        facts={[
          [t('accept.email'), data.email],
          [t('accept.role'), `${t(`roles.${data.role}`)}. ${t(`roleAbout.${data.role}`)}`],
        ]}
      />
      {session ? (
        <JoinAs session={session} invitation={data} token={token} />
      ) : (
        <EnterForms email={data.email} token={token} />
      )}
    </AccessFrame>
  );
}

function EnterForms({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation('team');
  const [hasAccess, setHasAccess] = useState(false);
  return (
    <>
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="pb-1 text-small font-semibold">{t('accept.how')}</legend>
        {([false, true] as const).map((each) => (
          <label
            key={String(each)}
            className={`flex min-h-10 items-center gap-2 rounded-lg border px-3 ${hasAccess === each ? 'border-accent bg-accent-ground' : ''}`}
          >
            <input
              type="radio"
              name="how"
              checked={hasAccess === each}
              onChange={() => setHasAccess(each)}
              className="size-4 shrink-0 accent-accent"
            />
            {t(each ? 'accept.hasAccess' : 'accept.isNew')}
          </label>
        ))}
      </fieldset>
      {hasAccess ? <SignInForm email={email} token={token} /> : <CreateForm email={email} token={token} />}
    </>
  );
}

function JoinAs({ session, invitation, token }: { session: Session; invitation: Invitation; token: string }) {
  const { t } = useTranslation('team');
  const join = useSend(
    () => changeSession(() => post('/api/v1/auth/join', { body: { token } })),
    () => window.location.assign('/'),
  );
  const leave = useSend(
    () => changeSession(() => post('/api/v1/auth/logout')),
    () => {
      // A page load, with the token where the link had it.
      window.location.replace(`/invitation#${token}`);
      window.location.reload();
    },
  );
  const { email } = session.user;
  if (email !== invitation.email) {
    return (
      <>
        <p role="status">{t('accept.other', { email })}</p>
        {leave.error && <ErrorNotice error={leave.error} />}
        <Button busy={leave.isPending} onClick={() => leave.mutate(undefined)}>
          {t('accept.signOut')}
        </Button>
      </>
    );
  }
  if (isDeadLink(join.error)) return <p role="alert">{t('accept.dead')}</p>;
  return (
    <>
      {join.error && <ErrorNotice error={join.error} />}
      <Button variant="primary" busy={join.isPending} onClick={() => join.mutate(undefined)}>
        {t('accept.join', { email })}
      </Button>
    </>
  );
}

function DeadLink() {
  const { t } = useTranslation('team');
  return (
    <AccessFrame title={t('accept.deadTitle')}>
      <p role="alert">{t('accept.dead')}</p>
      <a href="/" className="justify-self-start text-accent underline underline-offset-4">
        {t('accept.open')}
      </a>
    </AccessFrame>
  );
}
