import { totpCode, totpStep } from '../../server/src/accounts/auth/totp.ts';
import type { Answer, TestGateway } from './gateway.ts';

export const ORIGIN = 'http://gateway.test';

type Headers = Record<string, string>;

/** What a browser does: it keeps cookies, sends them with every request, and tells its origin. */
export class CookieClient {
  readonly #gateway: TestGateway;
  /** The session's. */
  cookie: string | null = null;
  /** Those by which the browser is known again, by name. */
  readonly others = new Map<string, string>();

  constructor(gateway: TestGateway) {
    this.#gateway = gateway;
  }

  async call(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    const cookies = [...(this.cookie ? [this.cookie] : []), ...this.others.values()];
    const sent = {
      origin: ORIGIN,
      ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
      ...headers,
    };
    const answer = await this.#gateway.call(method, `/api/v1${path}`, body, sent);
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) this.#keep(String(set));
    return answer;
  }

  #keep(set: string): void {
    const [pair = ''] = set.split(';');
    const [name = ''] = pair.split('=');
    if (name !== 'guiche_session') this.others.set(name, pair);
    else this.cookie = /Max-Age=0\b/.test(set) ? null : pair;
  }

  signIn(person: { email: string; password: string }, code?: string): Promise<Answer> {
    const { email, password } = person;
    return this.call('POST', '/auth/login', { email, password, cookie: true, ...(code ? { code } : {}) });
  }
}

const STEP_MS = 30_000;
const ENOUGH_MS = 5_000;

/** Waits for the next code when this one is about to end: for tests of codes at the edge of what is taken. */
export async function earlyInStep(): Promise<void> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < ENOUGH_MS) await new Promise((resolve) => setTimeout(resolve, left + 100));
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app: it knows the secret as it was shown, and the time. */
export function authenticator(shown: string): (stepsAside?: number) => string {
  const bits = [...shown].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  return (stepsAside = 0) => totpCode(secret, totpStep(Date.now()) + stepsAside);
}
