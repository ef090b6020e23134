import { Controller, type Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field, Input } from '../../kit/field.tsx';
import type { ApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { MoneyInput } from '../../kit/money-input.tsx';
import { PercentField } from '../../kit/percent-input.tsx';
import { Select } from '../../kit/select.tsx';
import { readPercent } from '../../kit/written-percent.ts';
import type { AccountDetails } from './account-details.ts';

/** Fees and reserve, of an account or of a plan. */
export type Terms = AccountDetails['fee_plan'];
type CardSettlement = Terms['card_settlement'];
export type TermValues = {
  percent: string;
  fixed: number | null;
  reserve_percent: string;
  reserve_days: string;
  card_settlement: CardSettlement;
  anticipation_percent: string;
};

type Format = Pick<ReturnType<typeof useFormat>, 'number'>;

const MAX_DAYS = 3_650;
const CARD_SETTLEMENTS = ['instant', 'installments', 'd1'] as const satisfies CardSettlement[];

/** The form's values as the API accepts them; the form has validated them. */
export function termsOf(values: TermValues): Terms {
  return {
    percent: readPercent(values.percent) ?? 0,
    fixed: values.fixed ?? 0,
    reserve_percent: readPercent(values.reserve_percent) ?? 0,
    reserve_days: Number(values.reserve_days),
    card_settlement: values.card_settlement,
    anticipation_percent: readPercent(values.anticipation_percent),
  };
}

export function termValues(from: Terms, format: Format): TermValues {
  return {
    percent: format.number(from.percent),
    fixed: from.fixed,
    reserve_percent: format.number(from.reserve_percent),
    reserve_days: String(from.reserve_days),
    card_settlement: from.card_settlement,
    anticipation_percent: from.anticipation_percent === null ? '' : format.number(from.anticipation_percent),
  };
}

export function TermFields<Values extends TermValues>({ form }: { form: ApiForm<Values> }) {
  const { t } = useTranslation(['operators', 'operatorWork']);
  const isDays = (text: unknown) =>
    (typeof text === 'string' && /^\d{1,4}$/.test(text.trim()) && Number(text) <= MAX_DAYS) ||
    t('feePlan.badDays');
  const named = (name: keyof TermValues) => name as Path<Values>;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PercentField form={form} name={named('percent')} label={t('feePlan.percent')} />
      <Field label={t('feePlan.fixed')} error={form.errorOf(named('fixed'))}>
        <Controller
          control={form.control}
          name={named('fixed')}
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <MoneyInput value={value as number | null} onChange={onChange} onBlur={onBlur} ref={ref} />
          )}
        />
      </Field>
      <PercentField form={form} name={named('reserve_percent')} label={t('feePlan.reservePercent')} />
      <Field label={t('feePlan.reserveDays')} error={form.errorOf(named('reserve_days'))}>
        <Input inputMode="numeric" {...form.register(named('reserve_days'), { validate: isDays })} />
      </Field>
      <Field
        label={t('operatorWork:cardTerms.cardSettlement')}
        hint={t('operatorWork:cardTerms.settlementHint')}
        error={form.errorOf(named('card_settlement'))}
      >
        <Select {...form.register(named('card_settlement'))}>
          {CARD_SETTLEMENTS.map((each) => (
            <option key={each} value={each}>
              {t(`operatorWork:cardTerms.settlements.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <PercentField
        form={form}
        name={named('anticipation_percent')}
        label={t('operatorWork:cardTerms.anticipation')}
        hint={t('operatorWork:cardTerms.anticipationHint')}
        optional
      />
    </div>
  );
}

export function TermsChange({ before, after }: { before: Terms; after: Terms }) {
  const { t } = useTranslation(['operators', 'operatorWork']);
  const written = useTermsText();
  return (
    <div className="grid gap-2">
      <p>{t('feePlan.now', { plan: written(before) })}</p>
      <p className="font-medium text-text">{t('feePlan.after', { plan: written(after) })}</p>
      <p>{t('feePlan.note')}</p>
    </div>
  );
}

function useTermsText(): (terms: Terms) => string {
  const { t } = useTranslation(['operators', 'operatorWork']);
  const format = useFormat();
  const fees = useFeesText();
  return (terms) => {
    const { card_settlement: settlement, anticipation_percent: rate } = terms;
    const percent = rate === null ? null : format.percent(rate / 100);
    return [
      fees(terms),
      t('operatorWork:cardTerms.cards', { when: t(`operatorWork:cardTerms.settlements.${settlement}`) }),
      percent && t('operatorWork:cardTerms.rate', { percent }),
    ]
      .filter(Boolean)
      .join(', ');
  };
}

/** Only what a charge takes over of the terms. */
export function useFeesText(): (terms: Omit<Terms, 'card_settlement' | 'anticipation_percent'>) => string {
  const { t } = useTranslation(['operators', 'operatorWork']);
  const format = useFormat();
  return (terms) =>
    t('feePlan.plan', {
      percent: format.percent(terms.percent / 100),
      fixed: format.money(terms.fixed),
      reserve: format.percent(terms.reserve_percent / 100),
      days: t('feePlan.days', { count: terms.reserve_days }),
    });
}
