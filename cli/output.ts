import { styleText } from 'node:util';

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** Colour is for terminals, and never where NO_COLOR asks for none (no-color.org). */
export function paint(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const wanted = stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  return wanted ? styleText(style, text) : text;
}

export function say(text = ''): void {
  process.stdout.write(`${text}\n`);
}

/** What is said beside the result: it must not get into a pipe. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function sayJson(value: unknown): void {
  say(JSON.stringify(value, null, 2));
}

/** One object a line, for what goes on for ever. */
export function sayJsonLine(value: unknown): void {
  say(JSON.stringify(value));
}

type Column = { title: string; right?: boolean };

export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(printable));
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...shown.map((row) => (row[at] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (columns[at]?.right ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  const head = paint('bold', line(columns.map(({ title }) => title)));
  return [head, ...shown.map(line)].join('\n');
}

/** Names and values below each other, for one object. */
export function card(facts: readonly (readonly [name: string, value: string | null | undefined])[]): string {
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${paint('dim', name.padEnd(width))}  ${printable(value)}`).join('\n');
}

/** Names and descriptions come from strangers: what would move the cursor or hide text is taken out. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}

/** `1234.5` → `R$ 1.234,50`. */
export function money(amount: number | null | undefined): string {
  if (amount === null || amount === undefined) return '–';
  return new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
    .format(amount)
    .replace(/\u00a0/g, ' ');
}

/** `2026-01-31 14:05:09`, in the time of this machine. */
export function moment(instant: string | Date): string {
  const date = new Date(instant);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${clockTime(date)}`;
}

export function clockTime(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
