import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { ProviderBadge, useLateText, useProviderName, useStateText } from './provider-state.tsx';
import { isRemote, type Provider, type Providers, useProviders } from './providers-query.ts';

const REFRESH_MS = 5_000;

export function Page() {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const query = useProviders(REFRESH_MS);
  return (
    <>
      <PageHeader title={t('providers.title')} about={t('providers.about')} />
      <Loaded query={query} lines={10}>
        {(providers) => (
          <>
            <section aria-label={t('providers.pix')} className="grid items-start gap-4 lg:grid-cols-2">
              {providers.pix.map((provider, at) => (
                <PixCard
                  key={provider.name}
                  providers={providers}
                  provider={provider}
                  place={at + 1}
                  nowMs={query.dataUpdatedAt}
                />
              ))}
            </section>
            <OthersCard providers={providers} />
            <p className="text-small text-quiet tabular-nums">
              {t('providers.refreshes', { at: format.exact(new Date(query.dataUpdatedAt).toISOString()) })}
            </p>
          </>
        )}
      </Loaded>
    </>
  );
}

function PixCard({
  providers,
  provider,
  place,
  nowMs,
}: {
  providers: Providers;
  provider: Provider;
  place: number;
  nowMs: number;
}) {
  const { t } = useTranslation('operators');
  const stateText = useStateText();
  const name = useProviderName()(provider.name);
  const title = providers.pix.length > 1 ? t('providers.inOrder', { place, name }) : name;
  return (
    <Card title={title} action={<ProviderBadge state={provider.state} />}>
      <p>{stateText(providers, provider)}</p>
      <LateWarning provider={provider} nowMs={nowMs} />
      {isRemote(provider) && <Figures provider={provider} />}
    </Card>
  );
}

function LateWarning({ provider, nowMs }: { provider: Provider; nowMs: number }) {
  const text = useLateText()(provider, nowMs);
  if (text === null) return null;
  return (
    <p role="status" className="rounded-lg bg-note-ground p-3 text-note">
      {text}
    </p>
  );
}

function Figures({ provider }: { provider: Provider }) {
  const { t } = useTranslation(['operators', 'common']);
  const format = useFormat();
  const { since, calls, failures, average_latency_ms: latency, compared_until: compared } = provider;
  return (
    <Facts
      facts={[
        [t('providers.since'), since && <Instant key="since" at={since} />],
        [t('providers.calls'), format.number(calls)],
        [t('providers.failures'), format.number(failures)],
        [
          t('providers.latency'),
          latency === null ? t('common:fields.none') : t('providers.milliseconds', { count: latency }),
        ],
        [t('providers.lastFailure'), <LastFailure key="failure" provider={provider} />],
        [
          t('providers.compared'),
          compared ? <Instant key="compared" at={compared} /> : t('providers.notYet'),
        ],
      ]}
    />
  );
}

function LastFailure({ provider: { last_failure: failure } }: { provider: Provider }) {
  const { t } = useTranslation('operators');
  if (!failure) return t('providers.noFailure');
  return (
    <>
      <Instant at={failure.at} />
      <span dir="auto" lang="en" className="block text-small text-quiet">
        {failure.reason}
      </span>
    </>
  );
}

/** The providers of boleto, card and payouts, if any. */
function OthersCard({ providers: { boleto, card, payout } }: { providers: Providers }) {
  const { t } = useTranslation('operators');
  const nameOf = useProviderName();
  const named = (list: readonly Provider[]) => list.map(({ name }) => nameOf(name)).join(', ') || null;
  return (
    <Card title={t('providers.others')}>
      <Facts
        facts={[
          [
            t('providers.boleto'),
            named(boleto) ?? <NoProvider key="boleto">{t('providers.noBoleto')}</NoProvider>,
          ],
          [t('providers.card'), named(card) ?? <NoProvider key="card">{t('providers.noCard')}</NoProvider>],
          [t('providers.payout'), named(payout) ?? <ByHand key="payout" />],
        ]}
      />
    </Card>
  );
}

function NoProvider({ children }: { children: ReactNode }) {
  return <span className="text-quiet">{children}</span>;
}

function ByHand() {
  const { t } = useTranslation('operators');
  return (
    <>
      {t('providers.byHand')}{' '}
      <Link href="/admin/withdrawals" className="text-accent underline underline-offset-2">
        {t('providers.toWithdrawals')}
      </Link>
    </>
  );
}
