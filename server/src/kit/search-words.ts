import { createCipheriv, createHmac, hash } from 'node:crypto';
import { memoize } from './memoize.ts';
import type { Vault } from './secrets.ts';

export type SearchedKind = 'charge' | 'customer' | 'payment_link';

/** What an object is found by. E-mail and document are given in clear, and what is made of them can only be compared. */
export type Searchable = {
  texts: readonly (string | null)[];
  email?: string | null;
  document?: string | null;
};

const MAX_WORDS = 24;
const MAX_WORD_LENGTH = 24;
/** The terms of a search after these are not looked at. */
const MAX_TERMS = 8;
/** Of e-mails and documents: fewer characters would say too much of those who share them. */
const MIN_SEALED_LENGTH = 3;
/** Where in an e-mail address a search may begin: at the address, at later words of it, at its domain. */
const MAX_BEGINNINGS = 4;

const KIND_LETTERS: Record<SearchedKind, string> = { charge: 'c', customer: 'p', payment_link: 'l' };
const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const ADDRESS = /^[\p{L}\p{N}._+@-]+$/u;

function plain(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase();
}

/** Words without accents and case, each once. */
function wordsOf(texts: readonly (string | null)[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [word] of text === null ? [] : plain(text).matchAll(WORD)) {
      found.add(word.slice(0, MAX_WORD_LENGTH));
      if (found.size === MAX_WORDS) return [...found];
    }
  }
  return [...found];
}

/** Of an object that holds nothing sealed. */
export function clearLexemes(accountId: string, kind: SearchedKind, texts: Searchable['texts']): string[] {
  const place = placeOf(accountId, kind);
  return wordsOf(texts).map((word) => `${place}w${word}`);
}

/**
 * The lexemes that an object is found by. Each begins with the account and the kind. Words of names and descriptions
 * follow in clear; e-mail and document as chains, in which texts that begin alike begin alike.
 */
export function searchLexemes(
  vault: Vault,
  accountId: string,
  kind: SearchedKind,
  { texts, email = null, document = null }: Searchable,
): string[] {
  const place = placeOf(accountId, kind);
  const sealed = [
    ...(email === null ? [] : beginningsOf(plain(email))).map((text) => ({ kind: 'e' as const, text })),
    ...(document === null ? [] : [{ kind: 'd' as const, text: plain(document) }]),
  ];
  const chains = chainsOf(vault, accountId, sealed).map((chain) => place + chain);
  return [...new Set([...clearLexemes(accountId, kind, texts), ...chains])];
}

/**
 * A text query that finds the objects with all terms of a search, each as the beginning of a word, of an e-mail or of a
 * document. Null: there is no word in it.
 */
export function searchQuery(
  vault: Vault,
  accountId: string,
  kind: SearchedKind,
  search: string,
): string | null {
  const place = placeOf(accountId, kind);
  const terms = plain(search)
    .split(/\s+/)
    .filter((term) => term !== '')
    .slice(0, MAX_TERMS);
  const isAlone = terms.length === 1;
  const parts = terms.flatMap((term) => {
    const words = wordsOf([term]);
    const inClear = words.flatMap((word) => wordQuery(place, word, isAlone && words.length === 1));
    const sealed = chainsOf(vault, accountId, sealedForms(term)).map((chain) => `'${place}${chain}':*`);
    const alternatives = [...(inClear.length > 0 ? [`(${inClear.join(' & ')})`] : []), ...sealed];
    return alternatives.length > 0 ? [`(${alternatives.join(' | ')})`] : [];
  });
  return parts.length > 0 ? parts.join(' & ') : null;
}

/** A single letter is the beginning of too many words: beside others it is one that is still being typed. */
function wordQuery(place: string, word: string, isAlone: boolean): string[] {
  if (word.length > 1) return [`'${place}w${word}':*`];
  return isAlone || /\p{N}/u.test(word) ? [`'${place}w${word}'`] : [];
}

function sealedForms(term: string): Sealed[] {
  const document = term.replace(/[.\-/]/g, '');
  return [
    ...(ADDRESS.test(term) ? [{ kind: 'e' as const, text: term }] : []),
    ...(/^(?=.*\d)[\da-z]+$/.test(document) ? [{ kind: 'd' as const, text: document }] : []),
  ];
}

/** Enough of the account's random digits to tell it from others in the index. Rows are compared with the whole id. */
function placeOf(accountId: string, kind: SearchedKind): string {
  return accountId.slice(-8) + KIND_LETTERS[kind];
}

function beginningsOf(email: string): string[] {
  const domain = email.lastIndexOf('@') + 1;
  const later = [...email.slice(0, domain).matchAll(/[._+-](?=[\p{L}\p{N}])/gu)].map(
    ({ index }) => index + 1,
  );
  return [0, ...(domain > 0 ? [domain] : []), ...later].slice(0, MAX_BEGINNINGS).map((at) => email.slice(at));
}

type Sealed = { kind: 'e' | 'd'; text: string };

const BLOCK = 16;
const IN_BLOCK = BLOCK - 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const MAX_KEPT_KEYS = 1_000;
const keysOf = new WeakMap<Vault, (accountId: string) => Buffer>();

/** One key for each account: the same address looks different in each. */
function keyOf(vault: Vault, accountId: string): Buffer {
  let keys = keysOf.get(vault);
  if (!keys) {
    keys = memoize(MAX_KEPT_KEYS, (id) =>
      createHmac('sha256', vault.key('search words')).update(id).digest(),
    );
    keysOf.set(vault, keys);
  }
  return keys(accountId);
}

/**
 * For each beginning of a text, from three characters on, two letters that only the key can make of it. All beginnings
 * are encrypted in one call, each in a block of its own: a keyed hash for each would take longer than making the charge's
 * other values.
 */
function chainsOf(vault: Vault, accountId: string, all: readonly Sealed[]): string[] {
  const long = all.filter(({ text }) => text.length >= MIN_SEALED_LENGTH);
  if (long.length === 0) return [];
  const lengths = long.map(({ text }) => Math.min(text.length, MAX_WORD_LENGTH) - MIN_SEALED_LENGTH + 1);
  const count = lengths.reduce((sum, length) => sum + length, 0);
  const blocks = Buffer.alloc(count * BLOCK);
  let at = 0;
  long.forEach(({ kind, text }, index) => {
    for (let step = 0; step < (lengths[index] as number); step += 1) {
      writeBlock(blocks, at, kind, text.slice(0, MIN_SEALED_LENGTH + step));
      at += BLOCK;
    }
  });
  const cipher = createCipheriv('aes-256-ecb', keyOf(vault, accountId), null).setAutoPadding(false);
  const made = cipher.update(blocks);
  at = 0;
  return long.map(({ kind }, index) => {
    let chain: string = kind;
    for (let step = 0; step < (lengths[index] as number); step += 1) {
      // Four letters for the first beginning, which has three characters: two would be equal for too many.
      for (let letter = 0; letter < (step === 0 ? 4 : 2); letter += 1) {
        chain += ALPHABET[(made[at + letter] as number) & 63];
      }
      at += BLOCK;
    }
    return chain;
  });
}

/** The kind and the text itself; a text that is too long for a block by its hash. */
function writeBlock(blocks: Buffer, at: number, kind: Sealed['kind'], text: string): void {
  const isShort = text.length <= IN_BLOCK && Buffer.byteLength(text) <= IN_BLOCK;
  blocks[at] = kind.charCodeAt(0) + (isShort ? 0 : 128);
  if (isShort) blocks.write(text, at + 1, 'utf8');
  else hash('sha256', text, 'buffer').copy(blocks, at + 1, 0, IN_BLOCK);
}
