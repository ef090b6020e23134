import { useTranslation } from 'react-i18next';
import { type Answer, post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useNotify } from '../../kit/toast.tsx';

const EMPTY = { name: '', email: '', cpf_cnpj: '', phone: '' };

export function CustomerForm({ after }: { after: (customer: Answer<'/api/v1/customers', 'post'>) => void }) {
  const { t } = useTranslation(['catalog', 'common']);
  const notify = useNotify();
  const form = useApiForm({
    values: EMPTY,
    send: ({ name, email, cpf_cnpj, phone }) =>
      post('/api/v1/customers', {
        body: { name, email: email || null, cpf_cnpj: cpf_cnpj || null, phone: phone || null },
      }),
    after: (customer) => {
      notify(t('catalog:customers.saved', { name: customer.name }));
      after(customer);
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
        <Field
          label={t('common:fields.document')}
          optional
          hint={t('catalog:customers.documentHint')}
          error={form.errorOf('cpf_cnpj')}
        >
          <Input {...form.register('cpf_cnpj')} autoComplete="off" maxLength={20} />
        </Field>
        <Field label={t('common:fields.phone')} optional error={form.errorOf('phone')}>
          <Input {...form.register('phone')} type="tel" autoComplete="off" maxLength={30} />
        </Field>
      </div>
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('catalog:customers.submit')}
        </Button>
      </div>
    </form>
  );
}
