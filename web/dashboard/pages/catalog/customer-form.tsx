import { useTranslation } from 'react-i18next';
import { type Answer, post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useNotify } from '../../kit/toast.tsx';
import { CustomerFields, customerBody, EMPTY_CUSTOMER } from './customer-fields.tsx';

export function CustomerForm({ after }: { after: (customer: Answer<'/api/v1/customers', 'post'>) => void }) {
  const { t } = useTranslation('catalog');
  const notify = useNotify();
  const form = useApiForm({
    values: EMPTY_CUSTOMER,
    send: (values) => post('/api/v1/customers', { body: customerBody(values) }),
    after: (customer) => {
      notify(t('customers.saved', { name: customer.name }));
      after(customer);
    },
  });
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <CustomerFields form={form} hint={t('customers.documentHint')} />
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('customers.submit')}
        </Button>
      </div>
    </form>
  );
}
