import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { Copyable } from '../../kit/copy.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { Facts } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { Withdrawal } from './withdrawals.tsx';

const MAX_REFERENCE_LENGTH = 100;
/** E, the bank's eight digits, the minute, and eleven more. */
const END_TO_END_ID = /^E\d{20}[0-9a-z]{11}$/i;

/** Records a payment made at the bank, with its reference. */
export function PaidDialog({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const { id, account_name: account, pix_key: key } = withdrawal;
  const words = { amount: format.money(withdrawal.amount), account };
  return (
    <PaymentDialog
      title={t('withdrawals.payTitle', words)}
      about={t('withdrawals.payAbout', words)}
      done={t('withdrawals.payDone', words)}
      facts={[
        [t('withdrawals.amount'), <strong key="amount">{words.amount}</strong>],
        [t('withdrawals.key'), <Copyable key="key" text={key} label={t('withdrawals.key')} />],
      ]}
      send={(reference) => post('/api/v1/admin/withdrawals/{id}/paid', { path: { id }, body: { reference } })}
      onClose={onClose}
    />
  );
}

type PaymentDialogProps = {
  title: string;
  about: string;
  /** What is said once it is recorded. */
  done: string;
  facts: readonly (readonly [string, ReactNode])[];
  send: (reference: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the proof of a payment that a person made at a bank. */
export function PaymentDialog({ title, about, done, facts, send, onClose }: PaymentDialogProps) {
  const { t } = useTranslation(['operators', 'common']);
  const notify = useNotify();
  const form = useApiForm<{ reference: string }, unknown>({
    values: { reference: '' },
    send: ({ reference }) => send(reference.trim()),
    after: () => {
      onClose();
      notify(done);
    },
  });
  const reference = form.watch('reference').trim();
  const isOdd = reference !== '' && !END_TO_END_ID.test(reference);
  const rules = { validate: (text: string) => text.trim() !== '' || t('common:errors.required') };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      about={about}
      action={t('withdrawals.payAction')}
      variant="primary"
      busy={form.busy}
      error={form.refusal}
      onConfirm={() => void form.submit()}
    >
      <Facts facts={facts} />
      <Field
        label={t('withdrawals.reference')}
        hint={isOdd ? t('withdrawals.referenceOdd') : t('withdrawals.referenceHint')}
        error={form.errorOf('reference')}
      >
        <Input
          maxLength={MAX_REFERENCE_LENGTH}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          {...form.register('reference', rules)}
        />
      </Field>
    </ConfirmDialog>
  );
}
