import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Searchable, searchLexemes, searchQuery } from './search-words.ts';
import { Vault } from './secrets.ts';

const vault = new Vault(randomBytes(32));
const ACCOUNT = '01930000-0000-7000-8000-00000000abcd';
const OTHER = '01930000-0000-7000-8000-00000000abce';
const bruno: Searchable = {
  texts: ['Bruno Lima', 'Vaso grande de cerâmica', 'order-77'],
  email: 'Bruno.Lima@example.com',
  document: '52998224725',
};

/** As PostgreSQL reads the query: lexemes and beginnings, with `&` and `|` in parentheses. */
function finds(search: string, what = bruno, account = ACCOUNT): boolean {
  const lexemes = searchLexemes(vault, ACCOUNT, 'charge', what);
  const query = searchQuery(vault, account, 'charge', search);
  if (query === null) return false;
  const asked = query.replace(/'([^']*)'(:\*)?/g, (_, text: string, beginning?: string) =>
    String(lexemes.some((lexeme) => (beginning ? lexeme.startsWith(text) : lexeme === text))),
  );
  expect(asked).toMatch(/^(true|false|[()&| ])+$/);
  return new Function(`return Boolean(${asked})`)() as boolean;
}

describe('words to search by', () => {
  it.each([
    'bruno',
    'LIMA',
    'lima bruno',
    'grande vaso',
    'ceramica',
    'cerâm',
    'order-77',
    'order 77',
    '77',
    'bruno@ex'.replace('bruno', 'bruno.lima'),
    'bruno.lima@example.com',
    'lima@exa',
    'example.com',
    '529',
    '529.982',
    '529.982.247-25',
    '52998224725',
    'vaso 529982 lima@',
    'Bruno L',
  ])('"%s" finds the charge', (search) => {
    expect(finds(search)).toBe(true);
  });

  it.each([
    'runo',
    'vaso pequeno',
    'order-7',
    '52',
    '998224725',
    'bruno.lima@exemplo',
    'com',
    '%',
    '',
    'bruno@example',
  ])('"%s" does not', (search) => {
    expect(finds(search)).toBe(false);
  });

  it('finds nothing with the words of another account', () => {
    for (const search of ['bruno', 'bruno.lima@example.com', '52998224725']) {
      expect(finds(search, bruno, OTHER)).toBe(false);
    }
  });

  it('holds neither e-mail nor document, and equal ones look different in each account', () => {
    const lexemes = (account: string) =>
      searchLexemes(vault, account, 'charge', {
        texts: [],
        email: 'ana@example.com',
        document: '52998224725',
      }).map((lexeme) => lexeme.slice(9));
    expect(lexemes(ACCOUNT)).toHaveLength(3);
    expect(lexemes(ACCOUNT).join()).not.toMatch(/ana|example|529|24725/);
    expect(lexemes(ACCOUNT).filter((lexeme) => lexemes(OTHER).includes(lexeme))).toEqual([]);
  });

  it('is bounded, however much is written', () => {
    const long = Array.from({ length: 999 }, (_, index) => `palavra${index}${'x'.repeat(99)}`).join(' ');
    const lexemes = searchLexemes(vault, ACCOUNT, 'charge', {
      texts: [long],
      email: `${'a.'.repeat(40)}b@${'c'.repeat(99)}.com`,
      document: '9'.repeat(99),
    });
    expect(lexemes.length).toBeLessThanOrEqual(29);
    expect(Math.max(...lexemes.map((lexeme) => lexeme.length))).toBeLessThanOrEqual(60);
    expect(searchQuery(vault, ACCOUNT, 'charge', long)?.split('&').length).toBeLessThanOrEqual(8);
  });

  it.each([`'; drop table`, `a' | 'b`, 'a:*', '\\', '!a', '<->', "'''", '\u0000x', '((('])(
    'writes a query that holds nothing of %j but words',
    (search) => {
      const query = searchQuery(vault, ACCOUNT, 'charge', search) ?? '';
      expect(query.replace(/'[\p{L}\p{N}_-]+'(:\*)?/gu, '')).toMatch(/^[()&| ]*$/);
    },
  );
});
