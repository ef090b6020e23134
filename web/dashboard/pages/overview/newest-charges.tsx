import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Answer, get } from '../../api/client.ts';
import { whileShown } from '../../api/queries.ts';
import { ChargeBadge } from '../../kit/badge.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card } from '../../kit/page.tsx';

type Charges = Answer<'/api/v1/charges'>;
type Method = 'PIX' | 'CREDIT_CARD' | 'BOLETO' | 'UNDEFINED';

const SHOWN = 5;
const REFETCH_MS = 15_000;

export function useNewestCharges() {
  return useQuery({
    queryKey: ['charges', 'newest'],
    queryFn: () => get('/api/v1/charges', { query: { limit: SHOWN } }),
    refetchInterval: whileShown(REFETCH_MS),
  });
}

export function NewestCharges({ query }: { query: UseQueryResult<Charges> }) {
  const { t } = useTranslation('overview');
  return (
    <Card
      title={t('newest.title')}
      action={
        <Link href="/charges" className="text-accent underline underline-offset-2">
          {t('newest.all')}
        </Link>
      }
    >
      <Loaded query={query}>
        {(charges) => (
          <ul className="@container -mx-2 grid">
            {charges.data.map((charge) => (
              <li key={charge.id} className="border-b last:border-0">
                <ChargeLine charge={charge} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function ChargeLine({ charge }: { charge: Charges['data'][number] }) {
  const { t } = useTranslation();
  const about = charge.description ?? charge.external_reference;
  return (
    <Link
      href={`/charges/${charge.id}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-lg p-2 hover:bg-hover @min-[36rem]:grid-cols-[minmax(8rem,max-content)_11.5rem_minmax(0,1fr)_auto]"
    >
      <span className="font-medium">
        <Money value={charge.value} />
      </span>
      <span className="justify-self-end @min-[36rem]:justify-self-start">
        <ChargeBadge charge={charge} />
      </span>
      <span className="truncate text-quiet" title={about ?? undefined}>
        {[t(`billingType.${charge.billing_type as Method}`), about].filter(Boolean).join(' · ')}
      </span>
      <span className="justify-self-end text-small text-quiet">
        <Instant at={charge.created_at} />
      </span>
    </Link>
  );
}
