import { hash, verify } from '@node-rs/argon2';

const ARGON2ID = 2;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id takes tens of milliseconds of a core: a flood of logins must leave room for payments. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];

async function withPlace<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new Error('too many sign-ins at once');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return withPlace(() => hash(password, OPTIONS));
}

let decoy: Promise<string> | undefined;

/**
 * Which of two hashes a password fits: the first is preferred. Both are always checked, so that the work does not show
 * whom an e-mail address belongs to.
 */
export async function matchingPassword(
  password: string,
  first: string | null,
  second: string | null,
): Promise<'first' | 'second' | null> {
  const fitsFirst = await passwordMatches(password, first);
  const fitsSecond = await passwordMatches(password, second);
  if (fitsFirst) return 'first';
  return fitsSecond ? 'second' : null;
}

/** Without a hash (unknown e-mail) the same work is done, so that the response time does not reveal it. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const against = stored ?? (await decoy);
  const matches = await withPlace(() => verify(against, password));
  return matches && stored !== null;
}
