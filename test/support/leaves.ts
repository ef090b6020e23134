export type Leaf = { path: string; value: unknown };

/** Every value of a body that holds no other, by its dotted path: `split.0.amount`. */
export function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, child]) => leavesOf(child, path ? `${path}.${key}` : key));
}

const PLACE = '@@here@@';

/** The body as JSON text, with this text where the leaf was. */
export function jsonWith(body: object, path: string, text: string): string {
  const copy = structuredClone(body) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((at, key) => at[key] as Record<string, unknown>, copy);
  parent[last] = PLACE;
  return JSON.stringify(copy).replace(JSON.stringify(PLACE), () => text);
}
