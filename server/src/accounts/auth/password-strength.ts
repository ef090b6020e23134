import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { Deps } from '../../http/deps.ts';
import { invalidField } from '../../kit/errors.ts';
import { FAVOURITE_PASSWORDS, plainLetters } from '../../kit/favourite-passwords.ts';

type PasswordProblem = Deps['passwordProblem'];
/** Who will use the password: what a stranger would try first. */
type PasswordOwner = Parameters<PasswordProblem>[1];

const MIN_PASSWORD = 8;
/** 3 of 0 to 4: more than 10^8 guesses, which Argon2id makes expensive even for one who stole the hashes. */
const MIN_SCORE = 3;
/** The estimate takes longer than linear time, on the thread that answers: 25 ms at worst for this many characters. */
const ESTIMATED_LENGTH = 32;
const MAX_SUBSTITUTIONS = 20;
const PRODUCT = 'guiche';
const MIN_WORD = 3;
const NOT_OF_WORDS = /[^\p{L}\p{N}]+/gu;

const SENTENCES = {
  short: `must have at least ${MIN_PASSWORD} characters, not counting spaces at either end`,
  repeated: 'is one character repeated: use three or four words that do not belong together',
  email: 'must not be your e-mail: use three or four words that do not belong together',
  document: 'must not be your CPF or CNPJ: use three or four words that do not belong together',
  personal: 'contains your name or e-mail and is easy to guess: use words that have nothing to do with you',
  weak: 'is easy to guess: use three or four words that do not belong together',
} as const;

/** Built once per process: the dictionaries take some 10 MB and 80 ms. */
export function passwordRules(): PasswordProblem {
  const estimator = new ZxcvbnFactory({
    dictionary: { ...dictionary, favourites: [...FAVOURITE_PASSWORDS] },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
    maxLength: ESTIMATED_LENGTH,
  });
  return (password, owner) => {
    const plain = plainLetters(password.trim());
    if ([...password.trim()].length < MIN_PASSWORD) return SENTENCES.short;
    if (new Set(plain).size === 1) return SENTENCES.repeated;
    const email = plainLetters(owner.email);
    if (plain === email || plain === localPart(email)) return SENTENCES.email;
    if (owner.document && lettersAndDigits(plain) === lettersAndDigits(plainLetters(owner.document)))
      return SENTENCES.document;
    // A favourite phrase is as easy to guess with spaces in it.
    const spellings = new Set([plain, plain.replace(/\s/g, '')].map(beginning));
    const scoreWith = (words: string[]) =>
      Math.min(...[...spellings].map((spelling) => estimator.check(spelling, words).score));
    if (scoreWith(wordsOf(owner)) >= MIN_SCORE) return null;
    return scoreWith([]) >= MIN_SCORE ? SENTENCES.personal : SENTENCES.weak;
  };
}

function beginning(text: string): string {
  return text.slice(0, ESTIMATED_LENGTH);
}

function wordsOf(owner: PasswordOwner): string[] {
  const email = plainLetters(owner.email);
  const texts = [email, localPart(email), plainLetters(owner.name)];
  const parts = texts.flatMap((text) => text.split(NOT_OF_WORDS)).filter((part) => part.length >= MIN_WORD);
  return [...texts, ...texts.map(lettersAndDigits), ...parts, PRODUCT];
}

function lettersAndDigits(text: string): string {
  return text.replaceAll(NOT_OF_WORDS, '');
}

function localPart(email: string): string {
  return email.slice(0, Math.max(0, email.lastIndexOf('@')));
}

/** For whatever chooses a password: `field` is its name in the request. */
export function requireStrongPassword(
  { passwordProblem }: Pick<Deps, 'passwordProblem'>,
  field: string,
  password: string,
  owner: PasswordOwner,
): void {
  const problem = passwordProblem(password, owner);
  if (problem) throw invalidField(field, problem);
}
