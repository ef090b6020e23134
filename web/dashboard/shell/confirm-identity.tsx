import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post, setAskForProof } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { ErrorNotice } from '../kit/error-notice.tsx';
import { Field } from '../kit/field.tsx';
import { useApiForm } from '../kit/form.ts';
import { PasswordInput } from '../kit/password-input.tsx';
import { CodeFields } from '../pages/access/code-fields.tsx';

/** A write that needs a new proof waits here, over the page and its dialogs, which keep what was typed. */
export function ConfirmIdentity({ hasFactor }: { hasFactor: boolean }) {
  const [answer, setAnswer] = useState<((isProven: boolean) => void) | null>(null);
  useEffect(() => {
    setAskForProof(() => new Promise((resolve) => setAnswer(() => resolve)));
    return () => setAskForProof(null);
  }, []);
  if (!answer) return null;
  const close = (isProven: boolean) => {
    setAnswer(null);
    answer(isProven);
  };
  return <ProofDialog hasFactor={hasFactor} onClose={close} />;
}

function ProofDialog({ hasFactor, onClose }: { hasFactor: boolean; onClose: (isProven: boolean) => void }) {
  const { t } = useTranslation();
  const [asksCode, setAsksCode] = useState(hasFactor);
  const form = useApiForm<{ password: string; code: string }, unknown>({
    values: { password: '', code: '' },
    send: ({ password, code }) =>
      post('/api/v1/auth/confirm', { body: asksCode ? { code: code.trim() } : { password } }).catch(
        (error) => {
          // The second factor was turned on elsewhere.
          if (error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED') setAsksCode(true);
          throw error;
        },
      ),
    after: () => onClose(true),
    codes: { TWO_FACTOR_INVALID: 'code' },
  });
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      title={t('confirmIdentity.title')}
      about={t(asksCode ? 'confirmIdentity.textCode' : 'confirmIdentity.text')}
    >
      <form className="grid gap-4" onSubmit={form.submit} noValidate>
        {asksCode ? (
          <CodeFields form={form} takesFocus />
        ) : (
          <Field label={t('confirmIdentity.password')} error={form.errorOf('password')}>
            <PasswordInput
              autoComplete="current-password"
              {...form.register('password', { required: true })}
            />
          </Field>
        )}
        {form.refusal && (
          <ErrorNotice error={form.refusal} words={{ INVALID_CREDENTIALS: t('confirmIdentity.wrong') }} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onClose(false)}>{t('actions.cancel')}</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('confirmIdentity.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
