import { Secret } from '../../kit/secrets.ts';

export const ENVIRONMENTS = ['production', 'homologation'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** One environment variable of a provider: what it is, and how it is read. */
export type Setting<T = unknown> = {
  readonly about: string;
  /** Throws WrongSetting. */
  readonly read: (raw: string) => T;
};

/** Its message is the end of a sentence that begins with the name of the variable. */
export class WrongSetting extends Error {}

export const text = (about: string): Setting<string> => ({ about, read: (raw) => raw });
export const secret = (about: string): Setting<Secret> => ({ about, read: (raw) => new Secret(raw) });

export function oneOf<const T extends string>(about: string, choices: readonly T[]): Setting<T> {
  return {
    about,
    read: (raw) => {
      const found = choices.find((choice) => choice === raw);
      if (!found) throw new WrongSetting(`must be one of ${choices.join(', ')}`);
      return found;
    },
  };
}

/** Read without slashes at its end. */
export function secureAddress(about: string): Setting<string> {
  return {
    about,
    read: (raw) => {
      const url = URL.canParse(raw) ? new URL(raw) : null;
      if (url?.protocol !== 'https:') throw new WrongSetting('must be a URL that begins with https://');
      if (url.username || url.password || url.hash) {
        throw new WrongSetting('must be a URL with no name, password or # in it');
      }
      return raw.replace(/\/+$/, '');
    },
  };
}

/** Undefined when it is not set. The error names the variable and shows nothing of its value. */
export function readSetting<T>(
  setting: Setting<T>,
  variable: string,
  raw: string | undefined,
): T | undefined {
  if (raw === undefined) return undefined;
  try {
    return setting.read(raw);
  } catch (error) {
    if (error instanceof WrongSetting) throw new Error(`${variable} ${error.message}.`);
    throw error;
  }
}
