import { useTranslation } from 'react-i18next';
import type { Answer } from '../../api/client.ts';

type Attempt = Answer<'/api/v1/deliveries/{id}'>['attempts'][number];

/** The reason of a failed attempt in the user's language; an unknown one as it is. */
export function FailureText({ reason }: { reason: string }) {
  const { t, i18n } = useTranslation('integrations');
  const key = `failures.${reason}`;
  return <>{i18n.exists(key, { ns: 'integrations' }) ? (t as (key: string) => string)(key) : reason}</>;
}

export function AttemptOutcome({ attempt: { status, error } }: { attempt: Attempt }) {
  return (
    <>
      {status}
      {status !== null && error !== null && ' · '}
      {error !== null && <FailureText reason={error} />}
    </>
  );
}
