import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, type Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { type Answer, get, post } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { Closed, useClosedReason } from '../../kit/closed.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, PageHeader } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { QuotePanel } from '../charges/quote-panel.tsx';
import { SplitEditor } from '../charges/split-editor.tsx';
import { LinkAsks } from './link-asks.tsx';
import { LinkFields, LinkOptions } from './link-fields.tsx';
import { emptyLink, type LinkValues, linkBodyOf, type Product, quoteRequestOf } from './link-values.ts';

const MAX_PRODUCTS = 100;

export function Page() {
  const { t } = useTranslation('catalog');
  const reason = useClosedReason();
  return (
    <>
      <PageHeader title={t('links.create')} back={{ href: '/links', label: t('links.title') }} />
      {reason === null ? <NewLink /> : <Closed title={t('links.createClosed')} reason={reason} />}
    </>
  );
}

function NewLink() {
  const products = useQuery({
    queryKey: ['products', 'for-sale'],
    queryFn: () => get('/api/v1/products', { query: { active: true, limit: MAX_PRODUCTS } }),
  });
  return <Loaded query={products}>{({ data }) => <LinkForm products={data} />}</Loaded>;
}

function LinkForm({ products }: { products: readonly Product[] }) {
  const { t } = useTranslation('catalog');
  const [, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const notify = useNotify();
  const { methods } = useSession();
  const product = products.find(({ id }) => id === parameters.get('product_id'));
  const form = useApiForm<LinkValues, Answer<'/api/v1/payment-links', 'post'>>({
    values: emptyLink(product, methods),
    send: (values) => post('/api/v1/payment-links', { body: linkBodyOf(values) }),
    after: (link) => {
      notify(t('links.created', { name: link.name }));
      navigate(`/links/${link.id}`);
    },
  });
  return (
    <form
      onSubmit={form.submit}
      noValidate
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]"
    >
      <div className="grid min-w-0 gap-6">
        <Card title={t('links.data')}>
          <LinkFields form={form} products={products} />
        </Card>
        <Card title={t('links.splitTitle')}>
          <p className="text-small text-quiet">{t('links.splitAbout')}</p>
          <LinkSplit form={form} />
        </Card>
        <Card title={t('links.moreOptions')}>
          <LinkOptions form={form} />
        </Card>
        <Card>
          <LinkAsks form={form} />
        </Card>
      </div>
      <Quote form={form}>
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('links.submit')}
        </Button>
      </Quote>
    </form>
  );
}

function LinkSplit({ form }: { form: ApiForm<LinkValues> }) {
  return (
    <Controller
      control={form.control}
      name="split"
      render={({ field }) => (
        <SplitEditor
          rows={field.value}
          onChange={field.onChange}
          errorOf={(name) => form.errorOf(name as Path<LinkValues>)}
        />
      )}
    />
  );
}

/** What the seller will receive, and the submit button. */
function Quote({ form, children }: { form: ApiForm<LinkValues>; children: ReactNode }) {
  const { t } = useTranslation('catalog');
  const values = form.watch();
  if (values.valueBy === 'seller') {
    return <QuotePanel request={quoteRequestOf(values)}>{children}</QuotePanel>;
  }
  return (
    <Card className="lg:sticky lg:top-8">
      <p className="text-quiet">{t('links.quoteFree')}</p>
      {children}
    </Card>
  );
}
