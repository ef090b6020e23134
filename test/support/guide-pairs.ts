import { readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { blocksOf } from './code-blocks.ts';

const PORTUGUESE = 'docs/pt';
/** The one page that is not in docs: it is published with the package. */
const SDK = ['sdk/README.md', `${PORTUGUESE}/sdk.md`] as const;

/** Every document of the guides in English, with its Portuguese one: the same path in docs/pt. */
export function guidePairs(root: string): [english: string, portuguese: string][] {
  const guides = readdirSync(join(root, 'docs/guides')).map((name) => `guides/${name}`);
  return [
    ...['README.md', 'errors.md', ...guides].map((path): [string, string] => [
      `docs/${path}`,
      `${PORTUGUESE}/${path}`,
    ]),
    [...SDK],
  ];
}

/** What does not depend on the language, section by section. */
export type Section = {
  depth: number;
  paragraphs: number;
  items: number;
  rows: number;
  code: string[];
  numbers: string[];
  links: string[];
};

export type Shape = { blocks: ReturnType<typeof blocksOf>; sections: Section[] };

export function shapeOf(path: string, markdown: string, pairs: readonly (readonly string[])[]): Shape {
  const english = new Map(pairs.map(([en = '', pt = '']) => [pt, en]));
  const prose = markdown.replace(/^```.*?^```$/gms, '');
  const linkTo = (target: string) => {
    if (/^https?:/.test(target)) return target;
    const [file = '', fragment] = target.split('#');
    const named = file === '' ? path : normalize(join(dirname(path), file));
    return `${english.get(named) ?? named}${fragment === undefined ? '' : '#'}`;
  };
  const sections = prose.split(/^(?=#+ )/m).map((text) => sectionOf(text, linkTo));
  return { blocks: blocksOf(markdown), sections };
}

function sectionOf(text: string, linkTo: (target: string) => string): Section {
  const [heading = '', ...lines] = text.split('\n');
  const body = lines.filter((line) => line.trim() !== '');
  const isItem = (line: string) => /^(- |\d+\. )/.test(line);
  const isRow = (line: string) => line.startsWith('|');
  const words = text.replace(/\]\([^)]*\)/g, ']').replace(/`[^`]*`/g, '');
  return {
    depth: heading.indexOf(' '),
    paragraphs: body.filter((line) => !isItem(line) && !isRow(line)).length,
    items: body.filter(isItem).length,
    rows: body.filter(isRow).length,
    code: sorted(text.matchAll(/`([^`]+)`/g)),
    numbers: sorted(words.matchAll(/(\d+)/g)),
    links: sorted(text.matchAll(/\]\(([^)]+)\)/g))
      .map(linkTo)
      .sort(),
  };
}

const sorted = (matches: Iterable<RegExpMatchArray>) => [...matches].map(([, found = '']) => found).sort();
