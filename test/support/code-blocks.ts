export type Block = { language: string; text: string };

/** Every fenced block, also one that names no language. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w*)\n(.*?)\n```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}
