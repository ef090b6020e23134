import { useTranslation } from 'react-i18next';
import { DayRange } from '../../kit/day-range.tsx';
import { endOfDay, startOfDay } from '../../kit/days.ts';
import { Field } from '../../kit/field.tsx';
import { FilterPanel } from '../../kit/filter-panel.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Select } from '../../kit/select.tsx';

const TYPES = ['credit', 'debit'] as const;
const CATEGORIES = [
  'sale',
  'fee',
  'split_sent',
  'split_received',
  'reserve_hold',
  'reserve_release',
  'receivable_settled',
  'receivable_used',
  'receivable_anticipated',
  'anticipation_fee',
  'refund',
  'withdrawal',
  'withdrawal_reversal',
  'chargeback',
  'adjustment',
] as const;

export function useStatementFilters() {
  const filters = useFilters(['type', 'category', 'from', 'to']);
  const type = TYPES.find((each) => each === filters.values.type);
  const category = CATEGORIES.find((each) => each === filters.values.category);
  const createdFrom = startOfDay(filters.values.from);
  const createdTo = endOfDay(filters.values.to);
  const query = {
    ...(type && { type }),
    ...(category && { category }),
    ...(createdFrom && { created_from: createdFrom }),
    ...(createdTo && { created_to: createdTo }),
  };
  return { ...filters, query };
}

export function StatementFilters({ filters }: { filters: ReturnType<typeof useStatementFilters> }) {
  const { t } = useTranslation(['money', 'common']);
  const { values, set } = filters;
  return (
    <FilterPanel count={filters.count} onClear={filters.clear}>
      <Field label={t('money:statement.type')}>
        <Select value={values.type ?? ''} onChange={(event) => set({ type: event.target.value })}>
          <option value="">{t('common:fields.all')}</option>
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`money:statement.${type}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('money:statement.category')}>
        <Select value={values.category ?? ''} onChange={(event) => set({ category: event.target.value })}>
          <option value="">{t('common:fields.every')}</option>
          {CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {t(`money:categories.${category}`)}
            </option>
          ))}
        </Select>
      </Field>
      <DayRange from={values.from} to={values.to} onChange={set} />
    </FilterPanel>
  );
}
