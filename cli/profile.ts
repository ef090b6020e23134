import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { Guiche } from '../sdk/src/main.ts';
import { EXIT, Refusal } from './outcome.ts';
import { fetchWithNotice } from './retry-notice.ts';

const DEFAULT_URL = 'http://127.0.0.1:3000';
const DEFAULT_PROFILE = 'default';

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
  const { XDG_CONFIG_HOME = '' } = process.env;
  // A key must not land in whatever folder the command is run in.
  const home = isAbsolute(homedir()) ? homedir() : userInfo().homedir;
  const folder = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(home, '.config');
  return join(folder, 'guiche', 'config.json');
}

function readFile(): ConfigFile {
  const path = configFile();
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw noAccess(path, 'read', error);
  }
  const profiles = profilesIn(text);
  if (profiles) return { profiles };
  throw new Refusal(`${path} is damaged. Delete it and sign in again with \`guiche login\`.`);
}

function profilesIn(text: string): Record<string, Profile> | null {
  try {
    const { profiles = {} } = JSON.parse(text) as Partial<ConfigFile>;
    return Object.values(profiles).every(({ url }) => typeof url === 'string') ? profiles : null;
  } catch {
    return null;
  }
}

function noAccess(path: string, what: 'read' | 'written', error: unknown): Refusal {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Refusal(
    `${path} cannot be ${what} (${code ?? message}). Set XDG_CONFIG_HOME to a folder of your own and sign in with \`guiche login\`, or set GUICHE_URL and GUICHE_API_KEY: those need no file.`,
  );
}

/** Readable by the owner only, and replaced at once: a reader never sees half a file. */
function writeFile(file: ConfigFile): void {
  const path = configFile();
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    throw noAccess(path, 'written', error);
  }
}

/** Called before a key is created, which would be lost if it could not be saved. */
export function requireWritable(): void {
  writeFile(readFile());
}

export function profileName({ profile }: Connection): string {
  return profile ?? (process.env.GUICHE_PROFILE || DEFAULT_PROFILE);
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

export function removeProfile(connection: Connection): void {
  const { profiles } = readFile();
  const { [profileName(connection)]: _removed, ...others } = profiles;
  writeFile({ profiles: others });
}

/** The flag, then the environment, then what `login` kept, then the address of `guiche start`. */
export function urlOf(connection: Connection): string {
  const url = connection.url ?? (process.env.GUICHE_URL || savedProfile(connection)?.url) ?? DEFAULT_URL;
  // In the form the client keeps it, so that one gateway is one address. What is no address is refused here.
  return new Guiche({ baseUrl: url }).baseUrl;
}

/** A client for everything a key opens. A key is sent only to the gateway it was made on. */
export function clientOf(connection: Connection): Guiche {
  const baseUrl = urlOf(connection);
  const apiKey = process.env.GUICHE_API_KEY || profileAt(baseUrl, connection)?.apiKey;
  if (apiKey) return new Guiche({ baseUrl, apiKey, fetch: fetchWithNotice });
  const sentence = `You are not signed in at ${baseUrl}. Run \`${loginAt(connection, baseUrl)}\`, or set GUICHE_URL and GUICHE_API_KEY.`;
  throw new Refusal(sentence, EXIT.notSignedIn);
}

function profileAt(baseUrl: string, connection: Connection): Profile | undefined {
  const profile = savedProfile(connection);
  return profile?.url === baseUrl ? profile : undefined;
}

/** The login command for the same gateway and profile. */
function loginAt(connection: Connection, url?: string): string {
  const name = profileName(connection);
  const profile = name === DEFAULT_PROFILE ? '' : ` --profile ${name}`;
  return `guiche login${url === undefined ? '' : ` --url ${url}`}${profile}`;
}

/** A client for what only a person who signed in may do: keys, and the operator's calls. */
export function personOf(connection: Connection): Guiche {
  const baseUrl = urlOf(connection);
  const profile = profileAt(baseUrl, connection);
  if (!profile?.token) {
    const sentence = `This needs a person who signed in at ${baseUrl}; an API key is not enough. Run \`${loginAt(connection, baseUrl)}\`.`;
    throw new Refusal(sentence, EXIT.notSignedIn);
  }
  if (profile.tokenEndsAt && new Date(profile.tokenEndsAt) <= new Date()) {
    const sentence = `Your sign-in ended at ${profile.tokenEndsAt}: it lasts an hour. Sign in again with \`${loginAt(connection)}\`.`;
    throw new Refusal(sentence, EXIT.notSignedIn);
  }
  return new Guiche({ baseUrl, token: profile.token, fetch: fetchWithNotice });
}
