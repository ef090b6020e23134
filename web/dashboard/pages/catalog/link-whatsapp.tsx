import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kit/format.ts';
import { WhatsappLink } from '../../kit/whatsapp-link.tsx';
import type { PaymentLink } from './link-status.tsx';

export function LinkByWhatsapp({ link }: { link: PaymentLink }) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const value = link.value === null ? '' : t('whatsapp.linkValue', { value: format.money(link.value) });
  return <WhatsappLink text={t('whatsapp.link', { name: link.name, url: link.url, value })} />;
}
