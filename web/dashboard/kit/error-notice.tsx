import { useTranslation } from 'react-i18next';
import { ApiError, ConnectionError } from '../api/errors.ts';
import { Button } from './button.tsx';

/** The error in the user's language: by the API's code, otherwise a general message. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  return (error) => {
    if (error instanceof ConnectionError) return t('errors.offline');
    if (!(error instanceof ApiError)) return t('errors.unexpected');
    const key = `codes.${error.code}`;
    const known = i18n.exists(key) ? (t as (key: string) => string)(key) : t('errors.unexpected');
    const wait = error.retryAfterSeconds;
    return wait === null ? known : `${known} ${t('errors.wait', { count: wait })}`;
  };
}

/** What happened and what to do. The request id helps support only where the gateway itself failed. */
export function ErrorNotice({
  error,
  retry,
  words = {},
}: {
  error: unknown;
  retry?: () => void;
  /** By code: a more specific message for this place. */
  words?: Readonly<Record<string, string>>;
}) {
  const { t } = useTranslation();
  const text = useErrorText();
  const code = error instanceof ApiError ? error.code : null;
  const id = error instanceof ApiError && error.status >= 500 ? error.requestId : null;
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-lg bg-bad-ground p-4">
      <p className="font-medium text-bad">{(code && words[code]) || text(error)}</p>
      {id && <p className="text-small text-quiet wrap-anywhere">{t('errors.reference', { id })}</p>}
      {retry && <Button onClick={retry}>{t('actions.retry')}</Button>}
    </div>
  );
}
