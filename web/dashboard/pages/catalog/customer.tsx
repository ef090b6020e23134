import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addressLine } from '../../../../server/src/brazil/address.ts';
import { type Answer, get } from '../../api/client.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { shownPhone } from '../../kit/written-contact.ts';
import { shownDocument } from '../../kit/written-document.ts';
import { ChargeTable } from './charge-table.tsx';
import { CustomerSums } from './customer-sums.tsx';
import { EditCustomer } from './edit-customer.tsx';

type Customer = Answer<'/api/v1/customers/{id}'>;

export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const customer = useQuery({
    queryKey: ['customer', id],
    queryFn: () => get('/api/v1/customers/{id}', { path: { id } }),
  });
  return <Loaded query={customer}>{(data) => <CustomerPage customer={data} />}</Loaded>;
}

function CustomerPage({ customer }: { customer: Customer }) {
  const { t } = useTranslation(['catalog', 'common']);
  return (
    <>
      <PageHeader
        title={customer.name}
        about={customer.email}
        back={{ href: '/customers', label: t('catalog:customers.title') }}
      >
        <EditCustomer customer={customer} />
        <ButtonLink variant="primary" href={`/charges/new?customer_id=${customer.id}`}>
          {t('catalog:customers.charge')}
        </ButtonLink>
      </PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={t('catalog:customers.data')}>
          <Facts
            facts={[
              [t('common:fields.email'), customer.email ?? t('common:fields.none')],
              [
                t('common:fields.document'),
                customer.cpf_cnpj ? shownDocument(customer.cpf_cnpj) : t('common:fields.none'),
              ],
              [t('common:fields.phone'), shownPhone(customer.phone ?? t('common:fields.none'))],
              [
                t('common:address.title'),
                customer.address ? addressLine(customer.address) : t('common:fields.none'),
              ],
              [t('catalog:customers.since'), <Instant key="since" at={customer.created_at} />],
              [
                t('catalog:customers.id'),
                <Copyable key="id" text={customer.id} label={t('catalog:customers.id')} />,
              ],
            ]}
          />
        </Card>
        <div className="grid min-w-0 gap-6">
          <CustomerSums customerId={customer.id} />
          <ChargeCounts customerId={customer.id} />
        </div>
      </div>
      <section className="grid min-w-0 gap-3">
        <h2 className="text-title font-semibold">{t('catalog:customers.charges')}</h2>
        <ChargeTable
          label={t('catalog:customers.charges')}
          of={{ customer_id: customer.id }}
          empty={{ title: t('catalog:customers.noCharges'), text: t('catalog:customers.noChargesText') }}
        />
      </section>
    </>
  );
}

const COUNTED = ['RECEIVED', 'PENDING', 'OVERDUE', 'REFUSED', 'REFUNDED', 'CANCELLED'] as const;

/** The number of charges by status: the totals of the lists. */
function ChargeCounts({ customerId }: { customerId: string }) {
  const { t } = useTranslation(['catalog', 'common']);
  const format = useFormat();
  const counts = useQueries({
    queries: [undefined, ...COUNTED].map((status) => ({
      queryKey: ['charges', 'count', customerId, status ?? 'all'],
      queryFn: () =>
        get('/api/v1/charges', { query: { customer_id: customerId, limit: 1, ...(status && { status }) } }),
      select: ({ total }: { total: number }) => total,
    })),
  });
  const nameOf = (status: (typeof COUNTED)[number] | undefined) =>
    status ? t(`common:chargeStatus.${status}`) : t('catalog:customers.all');
  return (
    <Card title={t('catalog:customers.counts')}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {[undefined, ...COUNTED].map((status, index) => {
          const total = counts[index]?.data;
          return (
            <div key={status ?? 'all'}>
              <dt className="text-small text-quiet">{nameOf(status)}</dt>
              <dd className="text-title font-semibold tabular-nums">
                {total === undefined ? <Skeleton width="2rem" /> : format.number(total)}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}
