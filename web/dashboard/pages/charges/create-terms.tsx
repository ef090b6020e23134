import { useTranslation } from 'react-i18next';
import { useNow } from '../../api/clock.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { useDayRule } from '../../kit/day-rule.ts';
import { dayFrom } from '../../kit/days.ts';
import { Field } from '../../kit/field.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { Card } from '../../kit/page.tsx';
import { PercentField } from '../../kit/percent-input.tsx';
import { Select } from '../../kit/select.tsx';
import { type ChargeForm, mayPayByPix, mayPayInParts } from './create-values.ts';

const EXPIRIES = ['900', '3600', '86400', '259200', '604800', '2592000'] as const;
const COUNTS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Terms of the chosen method: expiry, installments, fine and interest. */
export function TermsCard({ form }: { form: ChargeForm }) {
  const { t } = useTranslation(['charges', 'common']);
  const method = form.watch('billing_type');
  return (
    <Card title={t('create.terms')}>
      <div className="grid gap-4 sm:grid-cols-2">
        {mayPayByPix(method) && (
          <Field label={t('create.expires')} error={form.errorOf('expires_in')}>
            <Select {...form.register('expires_in')}>
              {EXPIRIES.map((seconds) => (
                <option key={seconds} value={seconds}>
                  {t(`create.expiry.${seconds}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {mayPayInParts(method) && <InstallmentFields form={form} />}
        {method === 'CREDIT_CARD' && (
          <Field label={t('create.capture')} hint={t('create.captureHint')} error={form.errorOf('capture')}>
            <Select {...form.register('capture')}>
              <option value="now">{t('create.captureNow')}</option>
              <option value="later">{t('create.captureLater')}</option>
            </Select>
          </Field>
        )}
        {method === 'BOLETO' && <BoletoFields form={form} />}
      </div>
    </Card>
  );
}

function InstallmentFields({ form }: { form: ChargeForm }) {
  const { t } = useTranslation(['charges', 'common']);
  return (
    <>
      <Field label={t('create.installments')} error={form.errorOf('installments')}>
        <Select {...form.register('installments')}>
          <option value="">{t('create.payerChooses')}</option>
          {COUNTS.map((count) => (
            <option key={count} value={count}>
              {`${count}×`}
            </option>
          ))}
        </Select>
      </Field>
      {form.watch('installments') === '' && (
        <Field label={t('create.maxInstallments')} error={form.errorOf('max_installments')}>
          <Select {...form.register('max_installments')}>
            {COUNTS.map((count) => (
              <option key={count} value={count}>
                {`${count}×`}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {mayBeInParts(form) && (
        <Field label={t('common:fields.installmentInterest')} error={form.errorOf('installment_interest')}>
          <Select {...form.register('installment_interest')}>
            <option value="payer">{t('common:interestBy.payer')}</option>
            <option value="seller">{t('common:interestBy.seller')}</option>
          </Select>
        </Field>
      )}
    </>
  );
}

function mayBeInParts(form: ChargeForm): boolean {
  return Number(form.watch('installments') || form.watch('max_installments')) > 1;
}

function BoletoFields({ form }: { form: ChargeForm }) {
  const now = useNow();
  const isDayOrNothing = useDayRule();
  const { t } = useTranslation('charges');
  return (
    <>
      <Field label={t('create.due')} hint={t('create.dueHint')} optional error={form.errorOf('due_date')}>
        <DateInput min={dayFrom(now())} {...form.register('due_date', { validate: isDayOrNothing })} />
      </Field>
      <PercentField
        form={form}
        name="fine.percent"
        label={t('create.fine')}
        hint={t('create.fineHint')}
        optional
      />
      <PercentField
        form={form}
        name="interest.percent"
        label={t('create.interest')}
        hint={t('create.interestHint')}
        optional
      />
      <DiscountFields form={form} />
    </>
  );
}

const DISCOUNTS = ['none', 'percent', 'amount'] as const;

function DiscountFields({ form }: { form: ChargeForm }) {
  const { t } = useTranslation('charges');
  const isDayOrNothing = useDayRule();
  const { type, amount } = form.watch('discount');
  const due = form.watch('due_date');
  return (
    <>
      <Field label={t('create.discount')} error={form.errorOf('discount.type')}>
        <Select {...form.register('discount.type')}>
          {DISCOUNTS.map((each) => (
            <option key={each} value={each}>
              {t(`create.discounts.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      {type === 'percent' && (
        <PercentField form={form} name="discount.percent" label={t('create.discountPercent')} />
      )}
      {type === 'amount' && (
        <Field label={t('create.discountAmount')} error={form.errorOf('discount.amount')}>
          <MoneyInput value={amount} onChange={(reais) => form.setValue('discount.amount', reais)} />
        </Field>
      )}
      {type !== 'none' && (
        <Field
          label={t('create.discountUntil')}
          hint={due ? t('create.discountUntilHint') : undefined}
          optional={due !== ''}
          error={form.errorOf('discount.until')}
        >
          <DateInput
            max={due || undefined}
            {...form.register('discount.until', { required: due === '', validate: isDayOrNothing })}
          />
        </Field>
      )}
    </>
  );
}
