const COUNTRY = '55';
/** With the two digits of the area: eight or nine digits follow. */
const LOCAL = /^[1-9]\d{9,10}$/;
const WITH_COUNTRY = /^55[1-9]\d{9,10}$/;

/** `(11) 99999-0000` → `5511999990000`, as wa.me wants it; null: not a telephone in Brazil. */
export function whatsappNumber(phone: string | null | undefined): string | null {
  const digits = (phone ?? '').replace(/\D/g, '').replace(/^0+/, '');
  if (WITH_COUNTRY.test(digits)) return digits;
  return LOCAL.test(digits) ? COUNTRY + digits : null;
}

/** Opens WhatsApp with a message to send; without a number the sender chooses to whom. */
export function whatsappUrl(text: string, phone?: string | null): string {
  return `https://wa.me/${whatsappNumber(phone) ?? ''}?text=${encodeURIComponent(text)}`;
}
