/**
 * Whether a bank says that the money went to another document than the expected one. Banks hide digits of a CPF:
 * `***.456.789-**`; only those that are shown are compared. False where it says nothing.
 */
export function isOtherOwner(expected: string, shown: string | null): boolean {
  const characters = (shown ?? '').toUpperCase().replace(/[^0-9A-Z*]/g, '');
  if (!/[0-9A-Z]/.test(characters)) return false;
  if (characters.length !== expected.length) return true;
  return [...characters].some((character, index) => character !== '*' && character !== expected[index]);
}
