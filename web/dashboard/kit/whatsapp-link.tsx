import { MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { whatsappUrl } from '../../../server/src/brazil/whatsapp.ts';

/** Opens WhatsApp with the message written: the seller reads it and sends it. */
export function WhatsappLink({ text, phone }: { text: string; phone?: string | null }) {
  const { t } = useTranslation('notifications');
  return (
    <a
      href={whatsappUrl(text, phone)}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-strong-line bg-surface px-4 py-1.5 font-medium hover:bg-hover"
    >
      <MessageCircle aria-hidden="true" size={16} />
      {t('whatsapp.open')}
    </a>
  );
}
