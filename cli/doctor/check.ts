/** One line of the doctor. `cure` says how to fix what is wrong; null: nothing is wrong. */
export type Check = { name: string; found: string; cure: string | null };

export const fine = (name: string, found: string): Check => ({ name, found, cure: null });
export const wrong = (name: string, found: string, cure: string): Check => ({ name, found, cure });

/** What a start would refuse, as it would say it. */
export function refused(name: string, error: unknown, otherwise: string): Check {
  const { message, code, found, cure } = error as NodeJS.ErrnoException & { found?: string; cure?: string };
  return wrong(name, found ?? (message || code || 'failed'), cure ?? otherwise);
}
