import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useLateText, useStateText } from './provider-state.tsx';
import { useProviders } from './providers-query.ts';

const REFRESH_MS = 15_000;

/** Shown on the home page only while a PIX provider is unavailable or not reconciled. */
export function ProviderTrouble() {
  const { t } = useTranslation('operators');
  const stateText = useStateText();
  const lateText = useLateText();
  const { data, dataUpdatedAt: nowMs } = useProviders(REFRESH_MS);
  if (!data) return null;
  const troubles = data.pix.flatMap((provider) => {
    const { name, state } = provider;
    const text = state === 'closed' ? lateText(provider, nowMs) : stateText(data, provider);
    return text === null ? [] : [{ name, text }];
  });
  if (troubles.length === 0) return null;
  const isRefusing = data.pix.every((provider) => provider.state === 'open');
  return (
    <div
      role="alert"
      className={`grid justify-items-start gap-2 rounded-lg p-4 ${isRefusing ? 'bg-bad-ground text-bad' : 'bg-note-ground text-note'}`}
    >
      {troubles.map(({ name, text }) => (
        <p key={name} className="wrap-anywhere">
          <strong>{name}:</strong> {text}
        </p>
      ))}
      <Link href="/admin/providers" className="font-medium underline underline-offset-2">
        {t('providers.see')}
      </Link>
    </div>
  );
}
