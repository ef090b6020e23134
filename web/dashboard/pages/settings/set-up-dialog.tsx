import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { PasswordInput } from '../../kit/password-input.tsx';

type Proposal = Answer<'/api/v1/auth/two-factor', 'post'>;

/** Asks for the password, shows the QR code, and enables the factor once a code confirms it. */
export function SetUpDialog({
  close,
  onCodes,
}: {
  close: () => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { t } = useTranslation('settings');
  const [proposal, setProposal] = useState<Proposal | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('twoFactor.setUpTitle')}
      about={t(proposal ? 'twoFactor.scanText' : 'twoFactor.passwordText')}
    >
      {proposal ? (
        <ConfirmStep
          proposal={proposal}
          onCodes={(codes) => {
            onCodes(codes);
            close();
          }}
        />
      ) : (
        <PasswordStep onProposal={setProposal} />
      )}
    </Dialog>
  );
}

function PasswordStep({ onProposal }: { onProposal: (proposal: Proposal) => void }) {
  const { t } = useTranslation(['settings', 'access']);
  const form = useApiForm<{ password: string }, Proposal>({
    values: { password: '' },
    send: (body) => post('/api/v1/auth/two-factor', { body }),
    after: onProposal,
  });
  return (
    <form className="grid gap-4" onSubmit={form.submit} noValidate>
      <Field label={t('access:fields.password')} error={form.errorOf('password')}>
        <PasswordInput autoComplete="current-password" {...form.register('password', { required: true })} />
      </Field>
      {form.refusal && (
        <ErrorNotice error={form.refusal} words={{ INVALID_CREDENTIALS: t('password.wrong') }} />
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('twoFactor.continue')}
        </Button>
      </div>
    </form>
  );
}

function ConfirmStep({
  proposal,
  onCodes,
}: {
  proposal: Proposal;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { t } = useTranslation(['settings', 'access']);
  const form = useApiForm<{ code: string }, Answer<'/api/v1/auth/two-factor/confirm', 'post'>>({
    values: { code: '' },
    send: ({ code }) => post('/api/v1/auth/two-factor/confirm', { body: { code: code.trim() } }),
    after: ({ recovery_codes: codes }) => onCodes(codes),
    codes: { TWO_FACTOR_INVALID: 'code' },
  });
  return (
    <form className="grid gap-4" onSubmit={form.submit} noValidate>
      <img
        src={proposal.qr_code}
        alt={t('twoFactor.qr')}
        className="size-56 justify-self-center rounded-lg bg-white p-2"
      />
      <div className="grid gap-1">
        <p className="text-small text-quiet">{t('twoFactor.secretHint')}</p>
        <Copyable text={proposal.secret} label={t('twoFactor.secret')} />
      </div>
      <Field label={t('access:code.label')} hint={t('twoFactor.codeHint')} error={form.errorOf('code')}>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          className="font-mono"
          {...form.register('code', { required: true })}
        />
      </Field>
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('twoFactor.enable')}
        </Button>
      </div>
    </form>
  );
}
