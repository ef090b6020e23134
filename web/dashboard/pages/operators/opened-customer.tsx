import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Answer, post } from '../../api/client.ts';
import { ChargeBadge } from '../../kit/badge.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { Sums } from '../catalog/customer-sums.tsx';
import { OPENED_ONCE, useLookingFor } from './looking-for.ts';
import { OpenedNote } from './opened-note.tsx';
import { SellerLink } from './seller-link.tsx';

type Opened = Answer<'/api/v1/admin/customers/{id}/open', 'post'>;

export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const [{ reason }] = useLookingFor();
  const opened = useQuery({
    ...OPENED_ONCE,
    queryKey: ['opened-customer', id],
    queryFn: () =>
      post('/api/v1/admin/customers/{id}/open', { path: { id }, body: reason ? { reason } : {} }),
  });
  return (
    <Loaded query={opened} lines={10}>
      {(data) => <OpenedCustomer opened={data} reason={reason} />}
    </Loaded>
  );
}

function OpenedCustomer({ opened, reason }: { opened: Opened; reason: string }) {
  const { t } = useTranslation(['operatorWork', 'common', 'lists']);
  const { customer, account_id: accountId, account_name: seller, summary, charges } = opened;
  return (
    <>
      <PageHeader
        title={customer.name}
        back={{ href: '/admin/search', label: t('search.title') }}
        about={t('search.payer')}
      />
      <OpenedNote reason={reason} />
      <Card title={t('opened.customerFacts')}>
        <Facts
          facts={[
            [t('search.seller'), <SellerLink key="seller" id={accountId} name={seller} />],
            [t('common:fields.document'), customer.cpf_cnpj],
            [t('common:fields.email'), customer.email],
            [t('common:fields.phone'), customer.phone],
            [t('common:fields.created'), <Instant key="created" at={customer.created_at} />],
            ['ID', <Copyable key="id" text={customer.id} label="ID" />],
          ]}
        />
      </Card>
      <Card title={t('lists:customer.sums')}>
        <Sums sums={summary} />
      </Card>
      <Card title={t('opened.customerCharges')}>
        {charges.length === 0 ? (
          <p className="text-quiet">{t('opened.noCharges')}</p>
        ) : (
          <ul className="grid">
            {charges.map((charge) => (
              <li
                key={charge.id}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b py-3 first:pt-0 last:border-0 last:pb-0"
              >
                <div className="grid min-w-0">
                  <Link
                    href={`/admin/search/charges/${charge.id}`}
                    className="font-medium text-accent hover:underline"
                  >
                    <Money value={charge.value} />
                  </Link>
                  <span className="text-small wrap-anywhere text-quiet">
                    {charge.description ?? charge.external_reference}
                  </span>
                </div>
                <div className="grid content-start justify-items-end gap-1">
                  <ChargeBadge charge={charge} />
                  <span className="text-small text-quiet">
                    <Instant at={charge.created_at} />
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
