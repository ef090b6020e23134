import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Answer, type Body, get, post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Checkbox, Field, Input } from '../../kit/field.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { MoneyInput } from '../../kit/money-input.tsx';
import { Select } from '../../kit/select.tsx';
import { type Charge, refundWord } from './charge.ts';

type Refund = Answer<'/api/v1/charges/{id}/refund', 'post'>;
type RefundBody = NonNullable<Body<'/api/v1/charges/{id}/refund', 'post'>>;
type Values = { how: 'full' | 'partial'; amount: number | null; reason: string; reverse_split: boolean };

/** Explains where the money comes from before the refund; then shows the result. */
export function RefundDialog(props: { charge: Charge; onClose: () => void }) {
  const { t } = useTranslation('charges');
  const [done, setDone] = useState<Refund | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(wanted) => wanted || props.onClose()}
      title={t(`refund.${refundWord(props.charge)}.${titleOf(done)}`)}
    >
      {done ? (
        <RefundDone refund={done} onClose={props.onClose} />
      ) : (
        <RefundForm {...props} onDone={setDone} />
      )}
    </Dialog>
  );
}

function titleOf(done: Refund | null) {
  if (done === null) return 'title';
  return isDone(done) ? 'doneTitle' : 'askedTitle';
}

/** Otherwise it is waiting for the provider's confirmation. */
function isDone({ status }: Refund): boolean {
  return status === 'succeeded';
}

function bodyOf({ how, amount, reason, reverse_split }: Values, hasSplit: boolean): RefundBody {
  return {
    ...(how === 'partial' && { amount: amount ?? 0 }),
    ...(reason.trim() && { reason: reason.trim() }),
    ...(hasSplit && { reverse_split }),
  };
}

function RefundForm({
  charge,
  onDone,
  onClose,
}: {
  charge: Charge;
  onDone: (refund: Refund) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['charges', 'common']);
  const format = useFormat();
  const hasSplit = charge.has_split ?? false;
  const form = useApiForm<Values, Refund>({
    values: { how: 'full', amount: null, reason: '', reverse_split: false },
    send: (values) =>
      post('/api/v1/charges/{id}/refund', {
        path: { id: charge.id },
        body: bodyOf(values, hasSplit),
      }),
    after: onDone,
  });
  const { how, amount, reverse_split: reversesSplit } = form.watch();
  const rest = charge.refundable_amount ?? 0;
  const wanted = how === 'full' ? rest : amount;
  const canBeDone = wanted !== null && wanted <= rest;
  const word = refundWord(charge);
  return (
    <form className="grid gap-4" onSubmit={form.submit} noValidate>
      <AmountFields form={form} charge={charge} rest={rest} />
      <Field label={t('common:fields.reason')} optional error={form.errorOf('reason')}>
        <Input maxLength={500} {...form.register('reason')} />
      </Field>
      {hasSplit && (
        <Checkbox
          label={t('refund.reverseSplit')}
          hint={t('refund.reverseSplitHint')}
          {...form.register('reverse_split')}
        />
      )}
      <WhatWillHappen charge={charge} amount={wanted} reversesSplit={reversesSplit} />
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.back')}</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          {canBeDone
            ? t(`refund.${word}.confirm`, { amount: format.money(wanted) })
            : t(`refund.${word}.open`)}
        </Button>
      </div>
    </form>
  );
}

function AmountFields({ form, charge, rest }: { form: ApiForm<Values>; charge: Charge; rest: number }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const check = (amount: number | null) => {
    if (amount === null) return t('refund.amountRequired');
    return amount <= rest || t('refund.tooMuch', { rest: format.money(rest) });
  };
  return (
    <>
      <Field label={t('refund.how')}>
        <Select {...form.register('how', { onChange: form.clearRefusal })}>
          <option value="full">
            {t(charge.refunded_amount ? 'refund.rest' : 'refund.full', { amount: format.money(rest) })}
          </option>
          <option value="partial">{t('refund.partial')}</option>
        </Select>
      </Field>
      {form.watch('how') === 'partial' && (
        <Field
          label={t(`refund.${refundWord(charge)}.amount`)}
          hint={t('refund.left', { rest: format.money(rest) })}
          error={form.errorOf('amount')}
        >
          <Controller
            control={form.control}
            name="amount"
            rules={{ validate: check, onChange: form.clearRefusal }}
            render={({ field }) => <MoneyInput {...field} />}
          />
        </Field>
      )}
    </>
  );
}

/** The charge's remaining reserve and the available balance, from the API. */
function WhatWillHappen({
  charge,
  amount,
  reversesSplit,
}: {
  charge: Charge;
  amount: number | null;
  reversesSplit: boolean;
}) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const balance = useQuery({ queryKey: ['balance'], queryFn: () => get('/api/v1/balance') });
  const available = balance.data ? format.money(balance.data.available) : '…';
  const held = charge.reserve_held ?? 0;
  const figures = { held: format.money(held), available };
  const sources = reversesSplit ? ownSources(held) : sourcesOf(held, amount);
  return (
    <ul className="grid list-disc gap-1 rounded-lg bg-note-ground p-4 pl-8 text-small text-note">
      <li>{t('refund.toPayer')}</li>
      {sources.map((source) => (
        <li key={source}>{t(`refund.${source}`, figures)}</li>
      ))}
      <li>{t('refund.fee', { fee: format.money(charge.platform_fee) })}</li>
    </ul>
  );
}

/** The gateway computes the recipients' shares, so only the order is shown. */
function ownSources(held: number) {
  return ['fromSplit', held > 0 ? 'ownFromReserve' : 'ownFromAvailable'] as const;
}

function sourcesOf(held: number, amount: number | null) {
  if (held === 0) return ['fromAvailable'] as const;
  const isCovered = amount !== null && amount <= held;
  return isCovered ? (['fromReserveOnly'] as const) : (['fromReserve', 'fromAvailableToo'] as const);
}

function RefundDone({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const tone = isDone(refund) ? 'bg-good-ground text-good' : 'bg-note-ground text-note';
  return (
    <div className="grid gap-4">
      <p role="status" className={`rounded-lg p-4 ${tone}`}>
        {t(isDone(refund) ? 'refund.done' : 'refund.underWay', { amount: format.money(refund.amount) })}
      </p>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t('refund.finish')}
        </Button>
      </div>
    </div>
  );
}
