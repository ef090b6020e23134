/** Readers of exported statements, written without a look at what writes them. */

/** RFC 4180 with semicolons: quoted cells may hold separators, line ends and doubled quotes. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === ';' || sign === '\n')) {
      rows.at(-1)?.push(cell);
      cell = '';
      if (sign === '\n') rows.push([]);
    } else if (quoted || sign !== '\r') cell += sign;
  }
  if (quoted || cell !== '') throw new Error('the file ends in the middle of a row');
  return rows.slice(0, -1);
}

export type OfxElement = { name: string; value: string; children: OfxElement[] };

/** SGML of OFX 1: a header of `name:value` lines, an empty line, then elements whose leaves need no end tag. */
export function readOfx(text: string): { header: Record<string, string>; root: OfxElement } {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const header = Object.fromEntries(head.split('\r\n').map((line) => line.split(':') as [string, string]));
  const root: OfxElement = { name: '', value: '', children: [] };
  const open = [root];
  for (const [, end, name = '', value = ''] of rest.join('').matchAll(/<(\/?)([A-Z0-9]+)>([^<]*)/g)) {
    if (end) {
      const at = open.findLastIndex((element) => element.name === name);
      if (at < 1) throw new Error(`</${name}> closes nothing`);
      open.length = at;
      continue;
    }
    const element = { name, value: unescaped(value.trim()), children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> is never closed`);
  return { header, root };
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** The one element at a path of names. */
export function ofxAt(element: OfxElement, ...path: string[]): OfxElement {
  return path.reduce((inside, name) => {
    const found = inside.children.filter((child) => child.name === name);
    if (found.length !== 1) throw new Error(`${inside.name} has ${found.length} of ${name}`);
    return found[0] as OfxElement;
  }, element);
}
