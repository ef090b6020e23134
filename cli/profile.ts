import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Guiche } from '../sdk/src/main.ts';
import { EXIT, Refusal } from './outcome.ts';

const USUAL_URL = 'http://127.0.0.1:3000';
const USUAL_PROFILE = 'default';

/** What `login` keeps of one account on one gateway. */
export type Profile = {
  url: string;
  email?: string;
  apiKey?: string;
  apiKeyId?: string;
  token?: string;
  tokenEndsAt?: string;
};

type ConfigFile = { profiles: Record<string, Profile> };

/** The options every command that talks to a gateway takes. */
export type Connection = { url?: string; profile?: string };

export function configFile(): string {
  const { XDG_CONFIG_HOME } = process.env;
  return join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'guiche', 'config.json');
}

function readFile(): ConfigFile {
  const path = configFile();
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new Refusal(`${path} cannot be read: ${(error as Error).message}.`);
  }
  try {
    const file = JSON.parse(text) as Partial<ConfigFile>;
    return { profiles: file.profiles ?? {} };
  } catch {
    throw new Refusal(`${path} is damaged. Delete it and sign in again with \`guiche login\`.`);
  }
}

/** For the owner's eyes only, and whole at every moment. */
function writeFile(file: ConfigFile): void {
  const path = configFile();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

export function profileName({ profile }: Connection): string {
  return profile ?? (process.env.GUICHE_PROFILE || USUAL_PROFILE);
}

export function savedProfile(connection: Connection): Profile | undefined {
  const { profiles } = readFile();
  const name = profileName(connection);
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

export function saveProfile(connection: Connection, profile: Profile): void {
  const file = readFile();
  writeFile({ profiles: { ...file.profiles, [profileName(connection)]: profile } });
}

export function forgetProfile(connection: Connection): void {
  const { profiles } = readFile();
  const { [profileName(connection)]: _gone, ...others } = profiles;
  writeFile({ profiles: others });
}

/** The flag, then the environment, then what `login` kept, then the address of `guiche start`. */
export function urlOf(connection: Connection): string {
  const url = connection.url ?? (process.env.GUICHE_URL || savedProfile(connection)?.url) ?? USUAL_URL;
  // In the form the client keeps it, so that one gateway is one address. What is no address is refused here.
  return new Guiche({ baseUrl: url }).baseUrl;
}

/** A client for everything a key opens. A key is sent only to the gateway it was made on. */
export function clientOf(connection: Connection): Guiche {
  const baseUrl = urlOf(connection);
  const profile = savedProfile(connection);
  const apiKey = process.env.GUICHE_API_KEY || (profile?.url === baseUrl ? profile.apiKey : undefined);
  if (!apiKey) throw notSignedIn(baseUrl);
  return new Guiche({ baseUrl, apiKey });
}

/** A client for what only a person who signed in may do: keys, and the operator's calls. */
export function personOf(connection: Connection): Guiche {
  const baseUrl = urlOf(connection);
  const profile = savedProfile(connection);
  if (profile?.url !== baseUrl || !profile.token) throw notSignedIn(baseUrl);
  if (profile.tokenEndsAt && new Date(profile.tokenEndsAt) <= new Date()) {
    throw new Refusal(
      `Your sign-in ended at ${profile.tokenEndsAt}: it lasts an hour. Sign in again with \`guiche login\`.`,
      EXIT.notSignedIn,
    );
  }
  return new Guiche({ baseUrl, token: profile.token });
}

function notSignedIn(baseUrl: string): Refusal {
  return new Refusal(
    `You are not signed in at ${baseUrl}. Run \`guiche login --url ${baseUrl}\`, or set GUICHE_URL and GUICHE_API_KEY.`,
    EXIT.notSignedIn,
  );
}
