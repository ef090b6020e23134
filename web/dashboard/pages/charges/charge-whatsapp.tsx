import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kit/format.ts';
import { WhatsappLink } from '../../kit/whatsapp-link.tsx';
import type { Charge } from './charge.ts';

/** In the language of the dashboard: the seller sends it in their own name. */
export function ChargeByWhatsapp({ charge }: { charge: Charge }) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const { customer, description, boleto, checkout_url: url } = charge;
  if (!url) return null;
  const name = customer?.name.trim().split(/\s+/)[0] ?? '';
  const parts = {
    ...{ name, url, value: format.money(charge.value) },
    about: description ? t('whatsapp.about', { about: description }) : '',
    due: boleto?.due_date ? format.day(boleto.due_date) : '',
  };
  const kind = parts.due ? 'boleto' : 'charge';
  const text = name ? t(`whatsapp.${kind}`, parts) : t(`whatsapp.${kind}Nameless`, parts);
  return <WhatsappLink text={text} phone={customer?.phone ?? null} />;
}
