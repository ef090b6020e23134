const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
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
