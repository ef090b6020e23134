import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, type Item, post, put, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { TermFields, type Terms, type TermValues, termsOf, termValues } from './terms.tsx';
import { TwoLines } from './two-lines.tsx';

type Plan = Item<'/api/v1/admin/fee-plans'>;
type PlanQuery = Query<'/api/v1/admin/fee-plans'>;
type Values = TermValues & { name: string };

/** What an account starts with. */
const USUAL: Terms = {
  ...{ percent: 5.99, fixed: 2.5, reserve_percent: 5, reserve_days: 30 },
  ...{ card_settlement: 'instant', anticipation_percent: null },
};

export function Page() {
  const { t } = useTranslation('operatorWork');
  const [asked, setAsked] = useState<Plan | 'new' | null>(null);
  const pages = usePages('fee-plans', (query: PlanQuery) => get('/api/v1/admin/fee-plans', { query }), {});
  const make = (
    <Button variant="primary" onClick={() => setAsked('new')}>
      {t('plans.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('plans.title')} about={t('plans.about')}>
        {make}
      </PageHeader>
      <DataTable
        label={t('plans.title')}
        columns={useColumns(setAsked)}
        pages={pages}
        idOf={(plan) => plan.id}
        empty={<EmptyState title={t('plans.emptyTitle')} text={t('plans.emptyText')} />}
      />
      {asked && <PlanDialog plan={asked === 'new' ? null : asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function useColumns(onChange: (plan: Plan) => void): Columns<Plan> {
  const { t } = useTranslation(['operatorWork', 'operators']);
  const format = useFormat();
  const fees = ({ percent, fixed }: Plan) => `${format.percent(percent / 100)} + ${format.money(fixed)}`;
  const reserve = (plan: Plan) =>
    t('plans.reserveOf', {
      percent: format.percent(plan.reserve_percent / 100),
      days: t('operators:feePlan.days', { count: plan.reserve_days }),
    });
  return [
    {
      header: t('plans.name'),
      cell: ({ row: { original } }) => (
        <>
          <span className="font-medium wrap-anywhere">{original.name}</span>
          <span className="grid text-small text-quiet md:hidden">
            <span>{fees(original)}</span>
            <span>{reserve(original)}</span>
          </span>
        </>
      ),
    },
    { header: t('plans.fees'), meta: { wideOnly: true }, cell: ({ row }) => fees(row.original) },
    { header: t('plans.reserve'), meta: { wideOnly: true }, cell: ({ row }) => reserve(row.original) },
    {
      header: t('plans.accounts'),
      meta: { align: 'right' },
      cell: ({ row: { original } }) => (
        <TwoLines
          first={format.number(original.accounts_count)}
          second={
            original.own_fees_count > 0 ? t('plans.ownCount', { count: original.own_fees_count }) : null
          }
        />
      ),
    },
    {
      id: 'actions',
      header: () => <span className="sr-only">{t('plans.change')}</span>,
      meta: { align: 'right' },
      cell: ({ row: { original } }) => (
        <Button onClick={() => onChange(original)} aria-label={t('plans.changeTitle', original)}>
          {t('plans.edit')}
        </Button>
      ),
    },
  ];
}

function PlanDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const { t } = useTranslation(['operatorWork', 'common']);
  const notify = useNotify();
  const format = useFormat();
  const form = useApiForm<Values, { name: string }>({
    values: { name: plan?.name ?? '', ...termValues(plan ?? USUAL, format) },
    send: ({ name, ...terms }) => {
      const body = { name: name.trim(), ...termsOf(terms) };
      if (!plan) return post('/api/v1/admin/fee-plans', { body });
      const expected = { name: plan.name, ...termsOf(termValues(plan, format)) };
      return put('/api/v1/admin/fee-plans/{id}', { path: { id: plan.id }, body: { ...body, expected } });
    },
    after: ({ name }) => {
      onClose();
      notify(t(plan ? 'plans.changed' : 'plans.created', { name }));
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={plan ? t('plans.changeTitle', { name: plan.name }) : t('plans.createTitle')}
      about={
        plan ? t('plans.changeAbout', { count: plan.accounts_count - plan.own_fees_count }) : t('plans.about')
      }
      action={plan ? t('plans.change') : t('plans.create')}
      variant="primary"
      busy={form.busy}
      error={form.refusal}
      onConfirm={() => void form.submit()}
    >
      <Field label={t('plans.name')} error={form.errorOf('name')}>
        <Input autoComplete="off" maxLength={60} {...form.register('name', { required: true })} />
      </Field>
      <TermFields form={form} />
    </ConfirmDialog>
  );
}
