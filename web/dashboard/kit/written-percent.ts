const MAX_PERCENT = 100;

/** Reads `2,5`, `2.5` or `,5`, from 0 to 100 with at most two decimals; null if it is not a percentage. */
export function readPercent(text: string): number | null {
  const written = text.trim().replace(',', '.');
  if (!/^(\d{1,3}(\.\d{0,2})?|\.\d{1,2})$/.test(written)) return null;
  const percent = Number(written);
  return percent > MAX_PERCENT ? null : percent;
}
