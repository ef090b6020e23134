import { useTranslation } from 'react-i18next';
import { AddressFields, type AddressValues, addressValues, sentAddress } from '../../kit/address-fields.tsx';
import { Disclosure } from '../../kit/disclosure.tsx';
import { Field, Input } from '../../kit/field.tsx';
import type { ApiForm } from '../../kit/form.ts';

export type CustomerValues = {
  name: string;
  email: string;
  cpf_cnpj: string;
  phone: string;
  address: AddressValues;
};

export const EMPTY_CUSTOMER: CustomerValues = {
  ...{ name: '', email: '', cpf_cnpj: '', phone: '' },
  address: addressValues(null),
};

export function customerBody({ name, email, cpf_cnpj, phone, address }: CustomerValues) {
  return {
    name,
    email: email || null,
    cpf_cnpj: cpf_cnpj || null,
    phone: phone || null,
    address: sentAddress(address),
  };
}

export function CustomerFields({ form, hint }: { form: ApiForm<CustomerValues>; hint?: string }) {
  const { t } = useTranslation();
  const isWrong = form.formState.errors.address !== undefined;
  return (
    <>
      <Field label={t('fields.name')} error={form.errorOf('name')}>
        <Input {...form.register('name', { required: true })} autoComplete="off" maxLength={200} />
      </Field>
      <Field label={t('fields.email')} optional error={form.errorOf('email')}>
        <Input {...form.register('email')} type="email" autoComplete="off" maxLength={254} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('fields.document')} optional hint={hint} error={form.errorOf('cpf_cnpj')}>
          <Input {...form.register('cpf_cnpj')} autoComplete="off" maxLength={20} />
        </Field>
        <Field label={t('fields.phone')} optional error={form.errorOf('phone')}>
          <Input {...form.register('phone')} type="tel" autoComplete="off" maxLength={30} />
        </Field>
      </div>
      <Disclosure
        title={
          <>
            {t('address.title')} <span className="font-normal text-quiet">({t('fields.optional')})</span>
          </>
        }
        startsOpen={sentAddress(form.getValues('address')) !== null}
        staysOpen={isWrong}
        titleClass="text-small font-semibold"
      >
        <div className="pt-4">
          <AddressFields form={form} />
        </div>
      </Disclosure>
    </>
  );
}
