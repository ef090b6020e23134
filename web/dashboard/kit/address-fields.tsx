import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  type AddressField,
  MAX_ADDRESS_LENGTHS,
  printedPostalCode,
  STATES,
  type WrittenAddress,
} from '../../../server/src/brazil/address.ts';
import { Field, Input } from './field.tsx';
import type { ApiForm } from './form.ts';
import { Select } from './select.tsx';

export type AddressValues = Record<AddressField, string>;

export function addressValues(address: WrittenAddress | null): AddressValues {
  const { postal_code: code = '', street = '', number = '', district = '', city = '' } = address ?? {};
  const [complement, state] = [address?.complement ?? '', address?.state ?? ''];
  return { postal_code: code && printedPostalCode(code), street, number, complement, district, city, state };
}

/** Null: nothing was filled in. */
export function sentAddress(values: AddressValues): WrittenAddress | null {
  const isEmpty = Object.values(values).every((text) => text.trim() === '');
  return isEmpty ? null : { ...values, complement: values.complement.trim() || null };
}

/** Of a form that has them under `address`. */
export function AddressFields<Values extends FieldValues & { address: AddressValues }>({
  form,
  autoComplete,
}: {
  form: ApiForm<Values>;
  /** The user's own address: the browser may fill it in. */
  autoComplete?: boolean;
}) {
  const { t } = useTranslation();
  const nameOf = (field: AddressField) => `address.${field}` as Path<Values>;
  const text = (field: Exclude<AddressField, 'state'>, fill: string, className = '') => (
    <Field
      label={t(`address.${field}`)}
      optional={field === 'complement'}
      error={form.errorOf(nameOf(field))}
      className={className}
    >
      <Input
        maxLength={MAX_ADDRESS_LENGTHS[field]}
        autoComplete={autoComplete ? fill : 'off'}
        inputMode={field === 'postal_code' ? 'numeric' : undefined}
        {...form.register(nameOf(field))}
      />
    </Field>
  );
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      {text('postal_code', 'postal-code', 'sm:col-span-2')}
      {text('street', 'address-line1', 'sm:col-span-4')}
      {text('number', 'off', 'sm:col-span-2')}
      {text('complement', 'address-line2', 'sm:col-span-4')}
      {text('district', 'address-level3', 'sm:col-span-2')}
      {text('city', 'address-level2', 'sm:col-span-2')}
      <Field label={t('address.state')} error={form.errorOf(nameOf('state'))} className="sm:col-span-2">
        <Select {...form.register(nameOf('state'))}>
          <option value="">{t('address.choose')}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {state}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
