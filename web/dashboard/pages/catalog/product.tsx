import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { type Answer, get, remove } from '../../api/client.ts';
import { useMay } from '../../api/permissions.tsx';
import { useSend } from '../../api/send.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, PageHeader } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { ProductForm } from './product-form.tsx';
import { ProductSplit } from './product-split.tsx';
import { ActiveBadge } from './products.tsx';

type Product = Answer<'/api/v1/products/{id}'>;

export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const product = useQuery({
    queryKey: ['product', id],
    queryFn: () => get('/api/v1/products/{id}', { path: { id } }),
  });
  return <Loaded query={product}>{(data) => <ProductPage product={data} />}</Loaded>;
}

function ProductPage({ product }: { product: Product }) {
  const { t } = useTranslation('catalog');
  const may = useMay();
  return (
    <>
      <PageHeader
        title={product.name}
        back={{ href: '/products', label: t('products.title') }}
        about={
          <span className="inline-flex flex-wrap items-center gap-3">
            <Money value={product.price} />
            <ActiveBadge active={product.active} />
          </span>
        }
      >
        {product.active && (
          <ButtonLink href={`/links/new?product_id=${product.id}`}>{t('products.sell')}</ButtonLink>
        )}
        <DeleteProduct product={product} />
      </PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <fieldset disabled={!may('products:write')} className="grid min-w-0 gap-6">
          <Card title={t('products.data')}>
            <ProductForm product={product} />
          </Card>
          <Card title={t('splits.title')}>
            <ProductSplit productId={product.id} />
          </Card>
        </fieldset>
        <Card>
          <dl className="grid gap-3">
            <div>
              <dt className="text-small text-quiet">{t('createdAt')}</dt>
              <dd>
                <Instant at={product.created_at} />
              </dd>
            </div>
            <div>
              <dt className="text-small text-quiet">{t('products.id')}</dt>
              <dd>
                <Copyable text={product.id} label={t('products.id')} />
              </dd>
            </div>
          </dl>
        </Card>
      </div>
    </>
  );
}

function DeleteProduct({ product }: { product: Product }) {
  const { t } = useTranslation('catalog');
  const [, navigate] = useLocation();
  const notify = useNotify();
  const [isAsking, setAsking] = useState(false);
  const sending = useSend(async (id: string) => {
    const answer = await remove('/api/v1/products/{id}', { path: { id } });
    notify(t('products.removed', { name: product.name }));
    navigate('/products');
    return answer;
  });
  return (
    <>
      <Button needs="products:write" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" size={16} />
        {t('products.remove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('products.removeTitle', { name: product.name })}
        about={t('products.removeAbout')}
        action={t('products.remove')}
        busy={sending.isPending}
        error={sending.error}
        onConfirm={() => sending.mutate(product.id)}
      />
    </>
  );
}
