import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { useDayRule } from '../../kit/day-rule.ts';
import { Checkbox, Field, Input } from '../../kit/field.tsx';
import type { ApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { MoneyInput } from '../../kit/money-input.tsx';
import { Card } from '../../kit/page.tsx';
import { PercentInput } from '../../kit/percent-input.tsx';
import { Select } from '../../kit/select.tsx';
import { readPercent } from '../../kit/written-percent.ts';
import { type CouponValues, exampleOf, type PaymentLink } from './coupon-values.ts';

type Form = { form: ApiForm<CouponValues> };

const CODE = /^\s*[A-Za-z0-9_-]{2,40}\s*$/;
const MAX_CODE_LENGTH = 40;
const MAX_LINKS = 100;
const WHOLE = 100;

/** Links that a coupon may be for. */
export function useLinks() {
  return useQuery({
    queryKey: ['payment-links', 'for-coupons'],
    queryFn: () => get('/api/v1/payment-links', { query: { active: true, limit: MAX_LINKS } }),
  });
}

export function CouponFields({ form, links }: Form & { links: readonly PaymentLink[] }) {
  const { t } = useTranslation('coupons');
  return (
    <>
      <Field label={t('code')} hint={t('codeHint')} error={form.errorOf('code')}>
        <Input
          {...form.register('code', { required: true, pattern: { value: CODE, message: t('codeWrong') } })}
          className="font-mono"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_CODE_LENGTH}
        />
      </Field>
      <DiscountFields form={form} />
      <LimitFields form={form} />
      <Field label={t('where')} error={form.errorOf('payment_link_id')}>
        <Select {...form.register('payment_link_id')}>
          <option value="">{t('everyLink')}</option>
          {links.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox {...form.register('active')} label={t('active')} hint={t('activeHint')} />
    </>
  );
}

function DiscountFields({ form }: Form) {
  const { t } = useTranslation('coupons');
  const isPercent = form.watch('kind') === 'percent';
  const isShare = (text: string) => {
    const percent = readPercent(text) ?? 0;
    return (percent > 0 && percent < WHOLE) || t('percentRequired');
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('kind')}>
        <Select {...form.register('kind')}>
          <option value="percent">{t('kinds.percent')}</option>
          <option value="amount">{t('kinds.amount')}</option>
        </Select>
      </Field>
      {isPercent ? (
        <Field label={t('percent')} error={form.errorOf('percent')}>
          <Controller
            control={form.control}
            name="percent"
            rules={{ validate: isShare }}
            render={({ field }) => <PercentInput {...field} />}
          />
        </Field>
      ) : (
        <Field label={t('amount')} error={form.errorOf('amount')}>
          <Controller
            control={form.control}
            name="amount"
            rules={{ validate: (value) => (value ?? 0) > 0 || t('amountRequired') }}
            render={({ field }) => <MoneyInput {...field} />}
          />
        </Field>
      )}
    </div>
  );
}

function LimitFields({ form }: Form) {
  const { t } = useTranslation('coupons');
  const isDayOrNothing = useDayRule();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('validFrom')} optional error={form.errorOf('valid_from')}>
        <DateInput {...form.register('valid_from', { validate: isDayOrNothing })} />
      </Field>
      <Field label={t('validUntil')} optional hint={t('validUntilHint')} error={form.errorOf('valid_until')}>
        <DateInput {...form.register('valid_until', { validate: isDayOrNothing })} />
      </Field>
      <Field label={t('maxUses')} optional hint={t('maxUsesHint')} error={form.errorOf('max_uses')}>
        <Input
          {...form.register('max_uses', {
            pattern: { value: /^\s*(0*[1-9]\d{0,8})?\s*$/, message: t('maxUsesWrong') },
          })}
          inputMode="numeric"
          autoComplete="off"
        />
      </Field>
      <Field label={t('minValue')} optional hint={t('minValueHint')} error={form.errorOf('min_value')}>
        <Controller
          control={form.control}
          name="min_value"
          render={({ field }) => <MoneyInput {...field} />}
        />
      </Field>
    </div>
  );
}

/** What a purchase would cost with what is typed. */
export function CouponExample({ form }: Form) {
  const { t } = useTranslation('coupons');
  const format = useFormat();
  const example = exampleOf(form.watch());
  return (
    <Card title={t('example')}>
      <p aria-live="polite" className={example ? 'text-title font-semibold tabular-nums' : 'text-quiet'}>
        {example
          ? t('exampleText', { before: format.money(example.before), after: format.money(example.after) })
          : t('exampleEmpty')}
      </p>
      <p className="text-small text-quiet">{t('exampleAbout')}</p>
    </Card>
  );
}
