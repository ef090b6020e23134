import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { put } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { dayEndingAt, endOfDay } from '../../kit/days.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Checkbox } from '../../kit/field.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { useNotify } from '../../kit/toast.tsx';
import { LinkAsks } from './link-asks.tsx';
import { LinkFields, LinkOptions } from './link-fields.tsx';
import type { PaymentLink } from './link-status.tsx';
import { asksValuesOf, emptyLink, type LinkValues, linkBodyOf } from './link-values.ts';

export function EditLink({ link }: { link: PaymentLink }) {
  const { t } = useTranslation('lists');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button needs="links:write" onClick={() => setOpen(true)}>
        {t('link.edit')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('link.editTitle')} about={t('link.editAbout')}>
        <EditForm link={link} after={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

type Values = LinkValues & { active: boolean };

function EditForm({ link, after }: { link: PaymentLink; after: () => void }) {
  const { t } = useTranslation('lists');
  const notify = useNotify();
  const { methods } = useSession();
  const values: Values = { ...emptyLink(undefined, methods), ...valuesOf(link) };
  const form = useApiForm<Values, PaymentLink>({
    values,
    send: (sent) => put('/api/v1/payment-links/{id}', { path: { id: link.id }, body: changeOf(link, sent) }),
    after: ({ name }) => {
      notify(t('link.saved', { name }));
      after();
    },
  });
  const fields = form as unknown as ApiForm<LinkValues>;
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <LinkFields form={fields} products={[]} />
      <LinkOptions form={fields} isChange />
      <LinkAsks form={fields} />
      <Checkbox {...form.register('active')} label={t('link.active')} />
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('link.save')}
        </Button>
      </div>
    </form>
  );
}

function valuesOf(link: PaymentLink) {
  return {
    name: link.name,
    description: link.description ?? '',
    valueBy: link.value === null ? ('payer' as const) : ('seller' as const),
    value: link.value,
    min_value: link.min_value ?? 1,
    max_value: link.max_value ?? 10_000,
    billing_types: [...link.billing_types],
    max_installments: String(link.max_installments),
    installment_interest: link.installment_interest,
    expires_at: link.expires_at ? (dayEndingAt(link.expires_at) ?? '') : '',
    max_payments: link.max_payments === null ? '' : String(link.max_payments),
    success_url: link.success_url ?? '',
    active: link.active,
    asks: asksValuesOf(link.asks),
    pix_discount: link.pix_discount === null ? '' : String(link.pix_discount),
  };
}

/** An end that is no end of a day cannot be shown as a day: it stays unless another day is chosen. */
function changeOf(link: PaymentLink, values: Values) {
  const sent = linkBodyOf(values);
  const { name, description, value, billing_types, max_installments, success_url, max_payments } = sent;
  const { installment_interest, min_value, max_value, asks, pix_discount } = sent;
  const before = valuesOf(link);
  return {
    ...{ name, description, value, billing_types, success_url, max_payments, installment_interest },
    ...{ asks, pix_discount },
    ...(value === null && { min_value, max_value }),
    ...(max_installments === undefined ? {} : { max_installments }),
    ...(values.expires_at === before.expires_at ? {} : { expires_at: endOfDay(values.expires_at) ?? null }),
    ...(values.active === before.active ? {} : { active: values.active }),
  };
}
