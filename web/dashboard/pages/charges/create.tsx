import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Closed, useClosedReason } from '../../kit/closed.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useApiForm } from '../../kit/form.ts';
import { PageHeader } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { Charge } from './charge.ts';
import { CustomerCard } from './create-customer.tsx';
import { MainCard } from './create-main.tsx';
import { MoreCard } from './create-more.tsx';
import { TermsCard } from './create-terms.tsx';
import { beginningWith, bodyOf, quoteRequestOf, type Values } from './create-values.ts';
import { QuotePanel } from './quote-panel.tsx';

export function Page() {
  const { t } = useTranslation('charges');
  const reason = useClosedReason();
  return (
    <>
      <PageHeader
        title={t('create.title')}
        about={t('create.about')}
        back={{ href: '/charges', label: t('title') }}
      />
      {reason === null ? <ChargeForm /> : <Closed title={t('create.closed')} reason={reason} />}
    </>
  );
}

function ChargeForm() {
  const { t } = useTranslation('charges');
  const [, navigate] = useLocation();
  const notify = useNotify();
  const [asked] = useSearchParams();
  const form = useApiForm<Values, Charge>({
    values: beginningWith(asked),
    send: (values) => post('/api/v1/charges', { body: bodyOf(values) }),
    after: (charge) => {
      notify(t('create.done'));
      navigate(`/charges/${charge.id}`);
    },
    names: { customer: 'customer_mode', discount: 'discount.type' },
  });
  const values = form.watch();
  return (
    <form
      noValidate
      onSubmit={form.submit}
      className="grid min-w-0 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]"
    >
      <div className="grid min-w-0 gap-6">
        <MainCard form={form} />
        <CustomerCard form={form} />
        <TermsCard form={form} />
        <MoreCard form={form} />
      </div>
      <QuotePanel request={quoteRequestOf(values)}>
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('create.submit')}
        </Button>
      </QuotePanel>
    </form>
  );
}
