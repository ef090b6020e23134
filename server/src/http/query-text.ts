import { invalidField } from '../kit/errors.ts';

/** The parser of the query takes `%ZZ` or a broken UTF-8 character as it stands: a filter would silently find nothing. */
export function requireReadableQuery(url: string): void {
  const start = url.indexOf('?');
  if (start === -1 || !url.includes('%', start)) return;
  for (const pair of url.slice(start + 1).split('&')) {
    const [name = '', ...value] = pair.split('=');
    const field = decoded(name);
    if (field === null) throw invalidField('query', 'has a name that is not valid percent-encoded UTF-8');
    if (decoded(value.join('=')) === null) throw invalidField(field, 'is not valid percent-encoded UTF-8');
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
