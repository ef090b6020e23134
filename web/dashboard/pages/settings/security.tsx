import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { Card, PageHeader } from '../../kit/page.tsx';
import { PasswordInput } from '../../kit/password-input.tsx';
import { NewPasswordField } from '../access/new-password-field.tsx';
import { LeaveCard } from './leave-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

export function Page() {
  const { t } = useTranslation('settings');
  const { two_factor_required: mustSetUp, user } = useSession();
  return (
    <>
      <PageHeader title={t('security.title')} about={t('security.about')} />
      {mustSetUp && (
        <div role="alert" className="grid gap-1 rounded-lg bg-note-ground p-4 text-note">
          <p className="font-semibold">{t('security.mustTitle')}</p>
          <p>{t('security.mustText')}</p>
        </div>
      )}
      <TwoFactorCard />
      <PasswordCard />
      <SessionsCard />
      {user.team_role !== 'owner' && <LeaveCard />}
    </>
  );
}

type Change = { current_password: string; new_password: string };

/** Loads a new document, so that this one does not report the ended session. */
function leaveForSignIn(): Promise<never> {
  window.location.assign('/login?to=/settings/security');
  return new Promise(() => {});
}

/** A new password ends every session, including this one. */
function PasswordCard() {
  const { t } = useTranslation('settings');
  const { user } = useSession();
  const form = useApiForm<Change, unknown>({
    values: { current_password: '', new_password: '' },
    send: async (body) => {
      await post('/api/v1/auth/password', { body });
      return leaveForSignIn();
    },
  });
  return (
    <Card title={t('password.title')}>
      <p className="max-w-prose text-quiet">{t('password.about')}</p>
      <form className="grid max-w-md gap-4" onSubmit={form.submit} noValidate>
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <Field label={t('password.current')} error={form.errorOf('current_password')}>
          <PasswordInput
            autoComplete="current-password"
            {...form.register('current_password', { required: true })}
          />
        </Field>
        <NewPasswordField form={form} name="new_password" label={t('password.next')} />
        {form.refusal && (
          <ErrorNotice error={form.refusal} words={{ INVALID_CREDENTIALS: t('password.wrong') }} />
        )}
        <div>
          <Button type="submit" busy={form.busy}>
            {t('password.submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
