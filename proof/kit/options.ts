import { parseArgs } from 'node:util';

/** Reads `--name=value`; a name that is not known, or a value that is not a number, ends with a sentence. */
export function readOptions<N extends string>(
  args: readonly string[],
  known: Readonly<Record<N, string>>,
): Record<N, string> {
  const options = Object.fromEntries(Object.keys(known).map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
  return { ...known, ...(values as Partial<Record<N, string>>) };
}

export function numberOption(name: string, raw: string, max: number): number {
  const number = Number(raw);
  if (raw === '' || !Number.isFinite(number) || number < 0 || number > max)
    throw new Error(`--${name}=${raw} is not a number from 0 to ${max}.`);
  return number;
}

const MAX_SEED = 4_294_967_295;

/** From the clock when none is given: a run finds something new, and its seed is printed. */
export function seedOption(raw: string): number {
  return raw === '' ? Date.now() % MAX_SEED : Math.floor(numberOption('seed', raw, MAX_SEED));
}

const STOPPED = 130;

/** A terminal signals the whole group, and npm passes signals on: the second one must not cut the first one's work. */
export function endOnSignals(stop: () => Promise<void>): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      void stop().finally(() => process.exit(STOPPED));
    });
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Columns as wide as their widest cell; numbers stand right. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => {
          const width = widths[at] ?? 0;
          return /^[\d.,]+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
