import { Secret } from '../../kit/secrets.ts';
import type { CertificateFiles } from '../http/certificates.ts';
import { readSetting, type Setting } from '../http/settings.ts';
import type { BankKind } from './bank.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'GUICHE_BANK_';
const PIX_PREFIX = 'GUICHE_PIX_';

/** `main` and `CLIENT_ID` → GUICHE_BANK_MAIN_CLIENT_ID. */
export function bankSetting(name: string, setting: string): string {
  return `${PREFIX}${instancePart(name)}_${setting}`;
}

function instancePart(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}

/** The settings of one bank account. Each reader throws a sentence that names the variable. */
export class BankSettings {
  readonly name: string;
  readonly kinds: readonly BankKind[];
  readonly now: Date;
  readonly #environment: Environment;
  /** The same application serves PIX under the same name: what is not set here is taken from there. */
  readonly #sharesWithPix: boolean;

  constructor(
    instance: { name: string; kinds: readonly BankKind[]; sharesWithPix: boolean },
    environment: Environment,
    now: Date,
  ) {
    this.name = instance.name;
    this.kinds = instance.kinds;
    this.now = now;
    this.#sharesWithPix = instance.sharesWithPix;
    this.#environment = environment;
  }

  /** The variable that gives the value, or that should. */
  variable(setting: string): string {
    const own = bankSetting(this.name, setting);
    const shared = `${PIX_PREFIX}${instancePart(this.name)}_${setting}`;
    const isShared = !this.#environment[own] && this.#sharesWithPix && this.#environment[shared];
    return isShared ? shared : own;
  }

  text(setting: string): string | null {
    return this.#environment[this.variable(setting)] || null;
  }

  secret(setting: string): Secret | null {
    const value = this.text(setting);
    return value === null ? null : new Secret(value);
  }

  /** Null: not set. */
  read<T>(name: string, setting: Setting<T>): T | null {
    return readSetting(setting, this.variable(name), this.text(name) ?? undefined) ?? null;
  }

  need<T>(setting: string, value: T | null, why: string): T {
    if (value === null) throw new Error(`${this.variable(setting)} is missing: ${why}.`);
    return value;
  }

  /** The client certificate of CERTIFICATE, CERTIFICATE_KEY, PASSPHRASE and CA; null: none is set. */
  certificate(): CertificateFiles | null {
    const path = this.text('CERTIFICATE');
    if (path === null) return null;
    const authorities = this.text('CA');
    return {
      certificate: { setting: this.variable('CERTIFICATE'), path },
      key: { setting: this.variable('CERTIFICATE_KEY'), path: this.text('CERTIFICATE_KEY') },
      passphrase: { setting: this.variable('PASSPHRASE'), value: this.secret('PASSPHRASE') },
      authorities: authorities === null ? null : { setting: this.variable('CA'), path: authorities },
    };
  }
}
