import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, put } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useNotify } from '../../kit/toast.tsx';

type Customer = Answer<'/api/v1/customers/{id}'>;

export function EditCustomer({ customer }: { customer: Customer }) {
  const { t } = useTranslation('lists');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('customer.edit')}</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('customer.editTitle')}
        about={t('customer.editAbout')}
      >
        <EditForm customer={customer} after={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function EditForm({ customer, after }: { customer: Customer; after: () => void }) {
  const { t } = useTranslation(['lists', 'common']);
  const notify = useNotify();
  const form = useApiForm({
    values: {
      name: customer.name,
      email: customer.email ?? '',
      cpf_cnpj: customer.cpf_cnpj ?? '',
      phone: customer.phone ?? '',
    },
    send: ({ name, email, cpf_cnpj, phone }) =>
      put('/api/v1/customers/{id}', {
        path: { id: customer.id },
        body: { name, email: email || null, cpf_cnpj: cpf_cnpj || null, phone: phone || null },
      }),
    after: ({ name }) => {
      notify(t('lists:customer.saved', { name }));
      after();
    },
  });
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <Field label={t('common:fields.name')} error={form.errorOf('name')}>
        <Input {...form.register('name', { required: true })} autoComplete="off" maxLength={200} />
      </Field>
      <Field label={t('common:fields.email')} optional error={form.errorOf('email')}>
        <Input {...form.register('email')} type="email" autoComplete="off" maxLength={254} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('common:fields.document')} optional error={form.errorOf('cpf_cnpj')}>
          <Input {...form.register('cpf_cnpj')} autoComplete="off" maxLength={20} />
        </Field>
        <Field label={t('common:fields.phone')} optional error={form.errorOf('phone')}>
          <Input {...form.register('phone')} type="tel" autoComplete="off" maxLength={30} />
        </Field>
      </div>
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('lists:customer.save')}
        </Button>
      </div>
    </form>
  );
}
