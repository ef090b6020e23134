import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, put } from '../../api/client.ts';
import { addressValues } from '../../kit/address-fields.tsx';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useNotify } from '../../kit/toast.tsx';
import { CustomerFields, type CustomerValues, customerBody } from './customer-fields.tsx';

type Customer = Answer<'/api/v1/customers/{id}'>;

export function EditCustomer({ customer }: { customer: Customer }) {
  const { t } = useTranslation('lists');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button needs="customers:write" onClick={() => setOpen(true)}>
        {t('customer.edit')}
      </Button>
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
  const { t } = useTranslation('lists');
  const notify = useNotify();
  const form = useApiForm<CustomerValues, Customer>({
    values: {
      name: customer.name,
      email: customer.email ?? '',
      cpf_cnpj: customer.cpf_cnpj ?? '',
      phone: customer.phone ?? '',
      address: addressValues(customer.address),
    },
    send: (values) =>
      put('/api/v1/customers/{id}', { path: { id: customer.id }, body: customerBody(values) }),
    after: ({ name }) => {
      notify(t('customer.saved', { name }));
      after();
    },
  });
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <CustomerFields form={form} />
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('customer.save')}
        </Button>
      </div>
    </form>
  );
}
