import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useAge } from './age.ts';
import { useStateText } from './provider-state.tsx';
import { lateBySeconds, type PixProvider, type Providers, useProviders } from './providers-query.ts';

const REFRESH_MS = 15_000;

/** Stands on the home page only while a PIX provider is not well, or nobody compares what it received. */
export function ProviderTrouble() {
  const { t } = useTranslation('operators');
  const { data, dataUpdatedAt: nowMs } = useProviders(REFRESH_MS);
  const troubled = (data?.pix ?? []).filter(
    (provider) => provider.state !== 'closed' || lateBySeconds(provider, nowMs) !== null,
  );
  if (!data || troubled.length === 0) return null;
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-lg bg-note-ground p-4 text-note">
      {troubled.map((provider) => (
        <Trouble key={provider.name} providers={data} provider={provider} nowMs={nowMs} />
      ))}
      <Link href="/admin/providers" className="font-medium underline underline-offset-2">
        {t('providers.see')}
      </Link>
    </div>
  );
}

function Trouble({
  providers,
  provider,
  nowMs,
}: {
  providers: Providers;
  provider: PixProvider;
  nowMs: number;
}) {
  const { t } = useTranslation('operators');
  const age = useAge();
  const stateText = useStateText();
  const late = lateBySeconds(provider, nowMs);
  return (
    <p className="wrap-anywhere">
      <strong>{provider.name}:</strong>{' '}
      {provider.state === 'closed'
        ? t('providers.comparedLate', { age: age(late ?? 0) })
        : stateText(providers, provider)}
    </p>
  );
}
