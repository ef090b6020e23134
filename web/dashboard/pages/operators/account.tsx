import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get } from '../../api/client.ts';
import { Copyable } from '../../kit/copy.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { shownPhone } from '../../kit/written-contact.ts';
import { shownDocument } from '../../kit/written-document.ts';
import { AccountBadge } from './account-badge.tsx';
import type { AccountDetails } from './account-details.ts';
import { AccountStatusActions } from './account-status.tsx';
import { FeePlanCard } from './fee-plan-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { PayoutTermsCard } from './payout-terms-card.tsx';
import { PixOrderCard } from './pix-order-card.tsx';
import { useProviderName } from './provider-state.tsx';
import { ViewDashboard } from './view-dashboard.tsx';

export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const account = useQuery({
    queryKey: ['account', id],
    queryFn: () => get('/api/v1/admin/accounts/{id}', { path: { id } }),
  });
  return (
    <Loaded query={account} lines={10}>
      {(loaded) => <Account account={loaded} />}
    </Loaded>
  );
}

function Account({ account }: { account: AccountDetails }) {
  const { t } = useTranslation('operators');
  return (
    <>
      <PageHeader
        title={account.name}
        back={{ href: '/admin/accounts', label: t('accounts.title') }}
        about={<AccountBadge status={account.account_status} />}
      >
        <ViewDashboard account={account} />
        <AccountStatusActions account={account} />
      </PageHeader>
      {account.status_reason && (
        <p role="status" className="rounded-lg bg-bad-ground p-4 text-bad wrap-anywhere">
          {t('account.blockedFor', { reason: account.status_reason })}
        </p>
      )}
      <div className="grid min-w-0 items-start gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <ProfileCard account={account} />
          <FeePlanCard account={account} />
        </div>
        <div className="grid min-w-0 gap-6">
          <BalanceCard account={account} />
          <LimitsCard account={account} />
          <PayoutTermsCard account={account} />
          <PixOrderCard key={JSON.stringify(account.pix_providers)} account={account} />
        </div>
      </div>
    </>
  );
}

function ProfileCard({ account }: { account: AccountDetails }) {
  const { t } = useTranslation(['operators', 'common']);
  const providerName = useProviderName();
  const log = (
    <Link href={`/admin/audit-log?account_id=${account.id}`} className="text-accent hover:underline">
      {t('account.log')}
    </Link>
  );
  return (
    <Card title={t('account.facts')} action={log}>
      <Facts
        facts={[
          [t('account.id'), <Copyable key="id" text={account.id} label={t('account.id')} />],
          [t('common:fields.email'), account.email],
          [t('common:fields.document'), shownDocument(account.document)],
          [t('account.personType'), t(`account.person.${account.person_type}`)],
          [t('common:fields.phone'), account.phone && shownPhone(account.phone)],
          [
            t('account.identity'),
            account.identity_verified ? t('account.verified') : t('account.unverified'),
          ],
          [t('account.payoutKey'), account.payout_pix_key],
          [t('account.pageName'), account.page_name],
          [t('account.provider'), providerName(account.payment_provider)],
          [t('common:fields.created'), <Instant key="created" at={account.created_at} />],
        ]}
      />
    </Card>
  );
}

function BalanceCard({ account }: { account: AccountDetails }) {
  const { t } = useTranslation(['operators', 'operatorWork']);
  const format = useFormat();
  const { available, receivable, reserved, total } = account.balance;
  return (
    <Card title={t('account.balance')}>
      <Facts
        facts={[
          [t('account.available'), <Money key="available" value={available} />],
          [t('account.reserved'), <Money key="reserved" value={reserved} />],
          [
            t('account.total'),
            <strong key="total">
              <Money value={total} />
            </strong>,
          ],
          [
            t('operatorWork:cardTerms.toCome'),
            receivable !== 0 && <Money key="receivable" value={receivable} />,
          ],
          [t('account.charges'), format.number(account.charges_count)],
        ]}
      />
    </Card>
  );
}
