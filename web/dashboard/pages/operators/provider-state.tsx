import { useTranslation } from 'react-i18next';
import { Badge } from '../../kit/badge.tsx';
import { hasAnother, isRemote, type PixProvider, type Providers } from './providers-query.ts';

const TONES = { closed: 'good', open: 'bad', probing: 'note' } as const;

export function ProviderBadge({ state }: { state: PixProvider['state'] }) {
  const { t } = useTranslation('operators');
  return <Badge tone={TONES[state]}>{t(`providers.state.${state}`)}</Badge>;
}

/** What its state means for whoever charges now. */
export function useStateText(): (providers: Providers, provider: PixProvider) => string {
  const { t } = useTranslation('operators');
  return (providers, provider) => {
    if (!isRemote(provider)) return t('providers.here');
    if (provider.state === 'closed') return t('providers.closed');
    return t(`providers.${provider.state}${hasAnother(providers, provider) ? 'Next' : 'Alone'}`);
  };
}
