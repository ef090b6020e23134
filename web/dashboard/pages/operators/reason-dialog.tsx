import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Field, TextArea } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';

const MAX_REASON_LENGTH = 500;

/** Asks for a confirmation and a reason. Mounted only while it is open. */
export function ReasonDialog<Output>({
  title,
  about,
  action,
  label,
  hint,
  minLength = 1,
  variant = 'danger',
  send,
  after,
  onClose,
}: {
  title: string;
  about: ReactNode;
  action: string;
  label: string;
  hint: string;
  minLength?: number;
  variant?: 'danger' | 'primary';
  send: (reason: string) => Promise<Output>;
  after: (output: Output) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const form = useApiForm<{ reason: string }, Output>({
    values: { reason: '' },
    send: ({ reason }) => send(reason),
    after: (output) => {
      onClose();
      after(output);
    },
  });
  const rules = {
    validate: (text: string) => {
      if (text.trim() === '') return t('errors.required');
      return text.trim().length >= minLength || t('errors.tooShort', { least: minLength });
    },
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      about={about}
      action={action}
      variant={variant}
      busy={form.busy}
      error={form.refusal}
      onConfirm={() => void form.submit()}
    >
      <Field label={label} hint={hint} error={form.errorOf('reason')}>
        <TextArea maxLength={MAX_REASON_LENGTH} {...form.register('reason', rules)} />
      </Field>
    </ConfirmDialog>
  );
}
