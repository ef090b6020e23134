const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const BRAZILIAN = /^(?:\+?(55))?([1-9]{2})(9?\d{4})(\d{4})$/;
const PHONE = /^[\d\s()+-]{8,20}$/;

/** As the API takes it. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}

/** Empty is no phone; else eight digits or more, written as people write them. */
export function isPhone(text: string): boolean {
  const written = text.trim();
  return written === '' || (PHONE.test(written) && written.replace(/\D/g, '').length >= 8);
}

/** A Brazilian phone of digits alone as people write it; what is written otherwise stays as it is. */
export function shownPhone(phone: string): string {
  const [, country, area, first, last] = BRAZILIAN.exec(phone) ?? [];
  if (!area) return phone;
  return country ? `+55 ${area} ${first}-${last}` : `(${area}) ${first}-${last}`;
}
