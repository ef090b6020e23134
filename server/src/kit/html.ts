/** Markup that is safe to send. Only the `html` tag makes it: there is no way to declare a text safe. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Html = Markup;
export type Part = Html | string | number | bigint | null | undefined | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Everything interpolated is escaped, for text and for quoted attributes alike, except what this tag made itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const rendered = parts.map(render);
  return new Markup(strings.map((text, index) => text + (rendered[index] ?? '')).join(''));
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Markup) return part.toString();
  if (Array.isArray(part)) return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
