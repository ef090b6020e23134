import { useTranslation } from 'react-i18next';
import { endOfDay, startOfDay } from '../../kit/days.ts';
import { Field } from '../../kit/field.tsx';
import { FilterPanel } from '../../kit/filter-panel.tsx';
import { useFilters } from '../../kit/filters.ts';
import { PeriodField } from '../../kit/period-field.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Select } from '../../kit/select.tsx';
import { CustomerPicker } from './customer-picker.tsx';

const STATUSES = ['PENDING', 'RECEIVED', 'REFUSED', 'REFUNDED', 'CANCELLED', 'OVERDUE'] as const;
const METHODS = ['PIX', 'CREDIT_CARD', 'BOLETO', 'UNDEFINED'] as const;
const NAMES = ['search', 'customer_id', 'status', 'billing_type', 'from', 'to'] as const;

type ChargeFilters = ReturnType<typeof useChargeFilters>;

/** The filters in the address, and the API query they make. */
export function useChargeFilters() {
  const filters = useFilters(NAMES);
  const { search, customer_id: customerId, from, to } = filters.values;
  const status = STATUSES.find((each) => each === filters.values.status);
  const method = METHODS.find((each) => each === filters.values.billing_type);
  const createdFrom = startOfDay(from);
  const createdTo = endOfDay(to);
  const query = {
    ...(search && { search }),
    ...(customerId && { customer_id: customerId }),
    ...(status && { status }),
    ...(method && { billing_type: method }),
    ...(createdFrom && { created_from: createdFrom }),
    ...(createdTo && { created_to: createdTo }),
  };
  return { ...filters, query };
}

export function ListFilters({ filters }: { filters: ChargeFilters }) {
  const { t } = useTranslation(['charges', 'common']);
  const { values, set } = filters;
  return (
    <FilterPanel
      count={filters.count}
      onClear={filters.clear}
      always={
        <SearchField
          longest={255}
          label={t('list.search')}
          hint={t('list.searchHint')}
          value={values.search}
          onSearch={(search) => set({ search })}
        />
      }
    >
      <Field label={t('common:fields.customer')} className="col-span-2">
        <CustomerPicker id={values.customer_id} onChoose={(customerId) => set({ customer_id: customerId })} />
      </Field>
      <Field label={t('common:fields.method')}>
        <Select
          value={values.billing_type ?? ''}
          onChange={(event) => set({ billing_type: event.target.value })}
        >
          <option value="">{t('common:fields.every')}</option>
          {METHODS.map((method) => (
            <option key={method} value={method}>
              {t(`common:billingType.${method}`)}
            </option>
          ))}
        </Select>
      </Field>
      <PeriodField from={values.from} to={values.to} onChange={set} />
    </FilterPanel>
  );
}
