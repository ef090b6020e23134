import { useQuery } from '@tanstack/react-query';
import type { Path } from 'react-hook-form';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Answer, get, put } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useApiForm } from '../../kit/form.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { SplitEditor, type SplitRow, splitBodyOf, splitRowsOf } from '../charges/split-editor.tsx';

type FixedSplit = Answer<'/api/v1/products/{id}/splits'>;
type Values = { split: SplitRow[] };

export function ProductSplit({ productId }: { productId: string }) {
  const split = useQuery({
    queryKey: ['product', productId, 'splits'],
    queryFn: () => get('/api/v1/products/{id}/splits', { path: { id: productId } }),
  });
  return (
    <Loaded query={split}>{(data) => <SplitForm key={JSON.stringify(data.split)} fixed={data} />}</Loaded>
  );
}

function SplitForm({ fixed }: { fixed: FixedSplit }) {
  const { t } = useTranslation('catalog');
  const notify = useNotify();
  const form = useApiForm<Values, FixedSplit>({
    values: { split: splitRowsOf(fixed.split) },
    send: ({ split }) =>
      put('/api/v1/products/{id}/splits', { path: { id: fixed.id }, body: { split: splitBodyOf(split) } }),
    after: ({ split }) => notify(split.length > 0 ? t('splits.saved') : t('splits.cleared')),
  });
  const rows = form.watch('split');
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <div className="grid gap-2 text-small text-quiet">
        <p>{t('splits.about')}</p>
        <p>{t('splits.where')}</p>
      </div>
      {rows.length === 0 && <p className="rounded-lg bg-hover p-3">{t('splits.none')}</p>}
      <Controller
        control={form.control}
        name="split"
        render={({ field }) => (
          <SplitEditor
            rows={field.value}
            onChange={field.onChange}
            errorOf={(name) => form.errorOf(name as Path<Values>)}
          />
        )}
      />
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex justify-end">
        <Button type="submit" busy={form.busy} needs="products:write">
          {t('splits.save')}
        </Button>
      </div>
    </form>
  );
}
