import { fieldsOf, jsonRequest, type Request } from '../kit/call.ts';
import type { Random } from '../kit/random.ts';
import { comesTrue } from '../kit/until.ts';
import { redisSays } from './cluster.ts';
import { type Driver, isUnavailable } from './driver.ts';
import { openAccount, type ShopAccount } from './shop.ts';
import type { Path } from './site.ts';

const TRY_TIMEOUT_MS = 1_500;
const GIVE_UP_MS = 60_000;
const NOTIFIED_WITHIN_MS = 3_000;
const POLL_MS = 50;
const ASKED_AT_ONCE = 8;

/** Writes through one door until a write passes: that is when a fault is over for those who use it. */
export class Probe {
  readonly #driver: Driver;
  readonly #random: Random;
  readonly #receiver: { url: string; hasPostback(reference: string): boolean };
  #account: ShopAccount | null = null;
  #number = 0;
  /** Asked and not answered: asked again at the end, under the same key. */
  readonly #open: Request[] = [];
  readonly acked: string[] = [];

  constructor(
    driver: Driver,
    random: Random,
    receiver: { url: string; hasPostback(reference: string): boolean },
  ) {
    this.#driver = driver;
    this.#random = random;
    this.#receiver = receiver;
  }

  get account(): ShopAccount {
    if (!this.#account) throw new Error('the probe was not opened');
    return this.#account;
  }

  async open(name: string): Promise<void> {
    this.#account = await openAccount(this.#driver, this.#random, name);
  }

  /** Milliseconds from the end of the fault to the first write through this path; null: none passed in time. */
  async recoveryMs(path: Path, endedMs: number): Promise<number | null> {
    const passes = async () => {
      const port = path.kind === 'api' ? path.port : this.#random.pick(this.#driver.ports());
      const reference = await this.#write(port);
      if (reference === null) return false;
      if (path.kind === 'api') return true;
      if (path.kind === 'redis') return /^:[1-9]/.test(await redisSays(path.port, 'DBSIZE'));
      return comesTrue(() => this.#receiver.hasPostback(reference), NOTIFIED_WITHIN_MS);
    };
    return (await comesTrue(passes, GIVE_UP_MS, POLL_MS)) ? performance.now() - endedMs : null;
  }

  /** Whether one of some writes through any door fails now. */
  async isFailing(writes: number): Promise<boolean> {
    const ports = Array.from({ length: writes }, () => this.#random.pick(this.#driver.ports()));
    const written = await Promise.all(ports.map((port) => this.#write(port)));
    return written.includes(null);
  }

  /** Asks again what was never answered, so that every write of the probe is known. */
  async finish(): Promise<void> {
    const askAgain = async () => {
      for (let request = this.#open.pop(); request; request = this.#open.pop()) {
        const answer = await this.#driver.ask(request, this.#random);
        if (answer?.status === 201) this.#ack(fieldsOf(answer.json).id);
      }
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, askAgain));
  }

  async #write(port: number): Promise<string | null> {
    this.#number += 1;
    const reference = `probe ${this.account.path} ${this.#number}`;
    const headers = { ...this.account.headers, 'idempotency-key': reference };
    const body = {
      ...{ billing_type: 'PIX', value: 10, external_reference: reference },
      postback_url: `${this.#receiver.url}/postback`,
    };
    const request = jsonRequest('POST', '/api/v1/charges', headers, body);
    this.#driver.counts.tried += 1;
    const answer = await this.#driver.once(port, request, TRY_TIMEOUT_MS);
    if (answer?.status === 201) {
      this.#ack(fieldsOf(answer.json).id);
      return reference;
    }
    if (answer && !isUnavailable(answer))
      this.#driver.findings.add('wrong', `probe: ${answer.status} ${answer.text}`);
    this.#open.push(request);
    return null;
  }

  #ack(id: unknown): void {
    this.#driver.counts.acked += 1;
    this.acked.push(String(id));
  }
}
