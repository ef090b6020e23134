import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { Card } from '../../kit/page.tsx';
import { PasswordInput } from '../../kit/password-input.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { CodeFields } from '../access/code-fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

/** Recovery codes are shown in the card, not in the dialog: they are shown once, and a dialog closes easily. */
export function TwoFactorCard() {
  const { t } = useTranslation('settings');
  const { user, two_factor_required: mustSetUp } = useSession();
  const [open, setOpen] = useState<'set-up' | 'disable' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setOpen(null);
  return (
    <Card
      title={t('twoFactor.title')}
      action={
        <Badge tone={user.two_factor ? 'good' : 'plain'}>
          {t(user.two_factor ? 'twoFactor.on' : 'twoFactor.off')}
        </Badge>
      }
    >
      <p className="max-w-prose text-quiet">{t('twoFactor.about')}</p>
      {codes && <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />}
      <div>
        {user.two_factor ? (
          !codes && <Button onClick={() => setOpen('disable')}>{t('twoFactor.disable')}</Button>
        ) : (
          <Button variant={mustSetUp ? 'primary' : 'second'} onClick={() => setOpen('set-up')}>
            {t('twoFactor.setUp')}
          </Button>
        )}
      </div>
      {open === 'set-up' && <SetUpDialog close={close} onCodes={setCodes} />}
      {open === 'disable' && <DisableDialog close={close} />}
    </Card>
  );
}

type Proof = { password: string; code: string };

function DisableDialog({ close }: { close: () => void }) {
  const { t } = useTranslation(['settings', 'common', 'access']);
  const notify = useNotify();
  const form = useApiForm<Proof, unknown>({
    values: { password: '', code: '' },
    send: ({ password, code }) =>
      post('/api/v1/auth/two-factor/disable', { body: { password, code: code.trim() } }),
    after: () => {
      notify(t('twoFactor.disabled'));
      close();
    },
    codes: { TWO_FACTOR_INVALID: 'code' },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('twoFactor.disableTitle')}
      about={t('twoFactor.disableText')}
    >
      <form className="grid gap-4" onSubmit={form.submit} noValidate>
        <Field label={t('access:fields.password')} error={form.errorOf('password')}>
          <PasswordInput autoComplete="current-password" {...form.register('password', { required: true })} />
        </Field>
        <CodeFields form={form} />
        {form.refusal && (
          <ErrorNotice error={form.refusal} words={{ INVALID_CREDENTIALS: t('password.wrong') }} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>{t('common:actions.cancel')}</Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            {t('twoFactor.disable')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
