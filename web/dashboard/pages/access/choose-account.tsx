import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { enterAccount } from '../../api/enter-account.ts';
import type { Session } from '../../api/session.ts';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { AccessFrame } from './frame.tsx';

/** After a sign-in, for a person who works in several accounts. */
export function ChooseAccount({ session, page }: { session: Session; page: string }) {
  const { t } = useTranslation('team');
  const [, navigate] = useLocation();
  const [error, setError] = useState<unknown>(null);
  const choose = (id: string) =>
    id === session.account.id
      ? navigate(page, { replace: true })
      : void enterAccount(id, page).catch(setError);
  return (
    <AccessFrame title={t('switch.title')} about={t('switch.about')}>
      <ul className="grid gap-2">
        {session.accounts.map(({ id, name, role }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => choose(id)}
              className="grid min-h-14 w-full rounded-lg border border-strong-line bg-surface px-4 py-2 text-left hover:bg-hover"
            >
              <span className="font-medium wrap-anywhere">{name}</span>
              <span className="text-small text-quiet">{t(`roles.${role}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      {error ? <ErrorNotice error={error} /> : null}
    </AccessFrame>
  );
}
