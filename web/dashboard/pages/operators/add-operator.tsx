import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useNotify } from '../../kit/toast.tsx';
import { isEmail } from '../../kit/written-contact.ts';

type Values = { name: string; email: string; password: string };

const MIN_PASSWORD_LENGTH = 8;

export function AddOperatorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['operators', 'common']);
  const notify = useNotify();
  const form = useApiForm<Values, { name: string }>({
    values: { name: '', email: '', password: '' },
    send: ({ name, email, password }) =>
      post('/api/v1/admin/operators', { body: { name: name.trim(), email: email.trim(), password } }),
    after: ({ name }) => {
      onClose();
      notify(t('operators.added', { name }));
    },
  });
  const filled = { validate: (text: string) => text.trim() !== '' || t('common:errors.required') };
  const isCompleteEmail = { validate: (text: string) => isEmail(text) || t('common:errors.email') };
  const longEnough = {
    validate: (text: string) => text.length >= MIN_PASSWORD_LENGTH || t('operators.passwordHint'),
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('operators.addTitle')}
      about={t('operators.addAbout')}
      action={t('operators.add')}
      variant="primary"
      busy={form.busy}
      error={form.refusal}
      onConfirm={() => void form.submit()}
    >
      <Field label={t('common:fields.name')} error={form.errorOf('name')}>
        <Input autoComplete="off" maxLength={120} {...form.register('name', filled)} />
      </Field>
      <Field label={t('common:fields.email')} error={form.errorOf('email')}>
        <Input
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          {...form.register('email', isCompleteEmail)}
        />
      </Field>
      <Field
        label={t('operators.password')}
        error={form.errorOf('password')}
        {...(!form.errorOf('password') && { hint: t('operators.passwordHint') })}
      >
        <Input
          type="password"
          autoComplete="new-password"
          maxLength={128}
          {...form.register('password', longEnough)}
        />
      </Field>
    </ConfirmDialog>
  );
}
