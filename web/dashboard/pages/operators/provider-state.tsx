import { useTranslation } from 'react-i18next';
import { Badge } from '../../kit/badge.tsx';
import { useAge } from './age.ts';
import { hasAnother, isRemote, lateBySeconds, type Provider, type Providers } from './providers-query.ts';

const TONES = { closed: 'good', open: 'bad', probing: 'note' } as const;

export function ProviderBadge({ state }: { state: Provider['state'] }) {
  const { t } = useTranslation('operators');
  return <Badge tone={TONES[state]}>{t(`providers.state.${state}`)}</Badge>;
}

/** The built-in simulator has no name of its own. */
export function useProviderName(): (name: string) => string {
  const { t } = useTranslation('operators');
  return (name) => (name === 'sandbox' ? t('providers.sandbox') : name);
}

/** What its state means for new charges. */
export function useStateText(): (providers: Providers, provider: Provider) => string {
  const { t } = useTranslation('operators');
  return (providers, provider) => {
    if (!isRemote(provider)) return t('providers.here');
    if (provider.state === 'closed') return t('providers.closed');
    return t(`providers.${provider.state}${hasAnother(providers, provider) ? 'Next' : 'Alone'}`);
  };
}

/** A warning if its payments are not reconciled; otherwise null. */
export function useLateText(): (provider: Provider, nowMs: number) => string | null {
  const { t } = useTranslation('operators');
  const age = useAge();
  return (provider, nowMs) => {
    const late = lateBySeconds(provider, nowMs);
    if (late === null) return null;
    return provider.compared_until === null
      ? t('providers.neverCompared')
      : t('providers.comparedLate', { age: age(late) });
  };
}
