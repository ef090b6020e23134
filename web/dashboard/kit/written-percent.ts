const MAX_PERCENT = 100;

/** Typed as people type it, `2,5`, `2.5` or `,5`; null while it is none, from 0 to 100 with at most two decimals. */
export function readPercent(text: string): number | null {
  const written = text.trim().replace(',', '.');
  if (!/^(\d{1,3}(\.\d{0,2})?|\.\d{1,2})$/.test(written)) return null;
  const percent = Number(written);
  return percent > MAX_PERCENT ? null : percent;
}
