import { useTranslation } from 'react-i18next';
import type { Answer } from '../../api/client.ts';
import { Badge } from '../../kit/badge.tsx';
import { Instant } from '../../kit/instant.tsx';
import { scopeText } from './key-limits.ts';

export type Key = Answer<'/api/v1/keys'>['keys'][number];

function isExpired({ expires_at: end }: Key): boolean {
  return end !== null && new Date(end).getTime() <= Date.now();
}

/** What the key is limited to, in a few words. */
export function KeyLimitsCell({ apiKey }: { apiKey: Key }) {
  const { t } = useTranslation('team');
  const { scopes, allowed_ips: ips, expires_at: end } = apiKey;
  if (!scopes && !ips && !end) return <span className="text-quiet">{t('keys.noLimits')}</span>;
  return (
    <div className="grid gap-0.5 text-small">
      {scopes && (
        <span title={scopes.map((scope) => t(scopeText(scope))).join(', ')}>
          {t('keys.chosen', { count: scopes.length })}
        </span>
      )}
      {ips && <span title={ips.join(', ')}>{t('keys.networks', { count: ips.length })}</span>}
      {end &&
        (isExpired(apiKey) ? (
          <span>
            <Badge tone="bad">{t('keys.expired')}</Badge>
          </span>
        ) : (
          <span>
            {t('keys.until')} <Instant at={end} />
          </span>
        ))}
    </div>
  );
}
