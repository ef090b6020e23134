/** Area codes are from 11 to 99 without a zero; a mobile number has a 9 before its eight digits. */
const NATIONAL = /^[1-9]{2}(?:9\d{8}|[2-8]\d{7})$/;
const INTERNATIONAL = /^\+[1-9]\d{7,14}$/;

/** `(11) 98765-4321` → `11987654321`; another country's begins with +. Null: it can be no telephone. */
export function normalizePhone(text: string): string | null {
  const bare = text.replace(/[\s().\-/]/g, '');
  const national = bare.replace(/^(?:\+?55(?=\d{10,11}$)|0(?=\d{10,11}$))/, '');
  if (NATIONAL.test(national)) return national;
  return INTERNATIONAL.test(bare) && !bare.startsWith('+55') ? bare : null;
}
