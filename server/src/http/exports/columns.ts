import type { Cents } from '../../kit/money.ts';

export type ExportLanguage = 'pt' | 'en';

/** A cell of an exported list: text of users, an amount, a count, an instant, or nothing. */
export type Cell = string | null | { cents: Cents } | { count: number } | { at: Date };

export type Column<R> = { readonly title: Record<ExportLanguage, string>; of(row: R): Cell | Words };
/** A word of ours, in both languages. */
export type Words = { words: Record<ExportLanguage, string> };

export function column<R>(pt: string, en: string, of: Column<R>['of']): Column<R> {
  return { title: { pt, en }, of };
}

export function cellOf<R>({ of }: Column<R>, row: R, language: ExportLanguage): Cell {
  const cell = of(row);
  return cell !== null && typeof cell === 'object' && 'words' in cell ? cell.words[language] : cell;
}

export function words(pt: string, en: string): Words {
  return { words: { pt, en } };
}
