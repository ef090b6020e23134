import { hostname } from 'node:os';
import type { Command } from 'commander';
import { Guiche, isGuicheError, type SignIn } from '../../sdk/src/main.ts';
import { type Common, remote } from '../command.ts';
import { EXIT, Refusal, wrongUse } from '../outcome.ts';
import { note, say, sayJson } from '../output.ts';
import {
  configFile,
  type Profile,
  profileName,
  removeProfile,
  requireWritable,
  savedProfile,
  saveProfile,
  urlOf,
} from '../profile.ts';

type LoginOptions = Common & { email?: string; passwordStdin?: boolean; code?: string };
type Proof = { email: string; password: string; code?: string };

const MAX_PASSWORD_LENGTH = 1_000;
const KEY_NAME_LENGTH = 100;

export function loginCommand(): Command {
  return remote('login', 'sign in and keep an API key for this machine', [
    'login',
    'login --url https://pay.example.com',
    'login --email demo@guiche.example --password-stdin < password.txt',
    'login --profile operator --email operator@guiche.example',
  ])
    .option('--email <address>', 'instead of being asked')
    .option('--password-stdin', 'read the password from standard input')
    .option('--code <digits>', 'of the authenticator app, where a second factor is on')
    .action(async (options: LoginOptions) => {
      const visitor = new Guiche({ baseUrl: urlOf(options) });
      requireWritable();
      const proof = await proofOf(options);
      const signIn = await present(visitor, proof, options);
      await keep(visitor, signIn, proof.email, options);
    });
}

export function logoutCommand(): Command {
  return remote('logout', 'end the sign-in, revoke its API key and delete both', ['logout']).action(
    async (options: Common) => {
      const profile = savedProfile(options);
      if (!profile) throw new Refusal('You are not signed in: there is nothing to end.', EXIT.notSignedIn);
      const revoked = await endAtGateway(profile.url, profile.token, profile.apiKeyId);
      removeProfile(options);
      if (options.json) return sayJson({ signed_out: true, key_revoked: revoked });
      say(`Signed out of ${profile.url}.`);
      if (!revoked && profile.apiKeyId) {
        note(`Its API key ${profile.apiKeyId} could not be revoked from here: revoke it in the dashboard.`);
      }
    },
  );
}

/** The key can only be revoked while the sign-in lasts. */
async function endAtGateway(url: string, token?: string, keyId?: string): Promise<boolean> {
  if (!token) return false;
  const person = new Guiche({ baseUrl: url, token, maxRetries: 0 });
  try {
    if (keyId) await person.keys.remove(keyId);
    await person.auth.logout();
    return keyId !== undefined;
  } catch {
    return false;
  }
}

async function proofOf(options: LoginOptions): Promise<Proof> {
  const isAsked = options.email === undefined || !options.passwordStdin;
  if (isAsked && !process.stdin.isTTY) {
    throw wrongUse('There is no terminal to ask on. Give --email and --password-stdin.');
  }
  const email = options.email ?? (await ask('E-mail'));
  const password = options.passwordStdin ? await readStdin() : await askSecret('Password');
  return { email, password, ...(options.code ? { code: options.code } : {}) };
}

async function present(visitor: Guiche, proof: Proof, options: LoginOptions): Promise<SignIn> {
  try {
    return await visitor.auth.login(proof);
  } catch (error) {
    if (!isGuicheError(error, 'TWO_FACTOR_REQUIRED')) throw error;
    if (options.passwordStdin || !process.stdin.isTTY) {
      throw new Refusal(
        'This account has a second factor: give its six digits with --code.',
        EXIT.notSignedIn,
      );
    }
    return visitor.auth.login({ ...proof, code: await ask('Code of the authenticator app') });
  }
}

async function keep(visitor: Guiche, signIn: SignIn, email: string, options: LoginOptions): Promise<void> {
  const token = signIn.token ?? '';
  const before = savedProfile(options);
  const person = visitor.with({ token });
  const key = await person.keys.create({ name: keyName() });
  const tokenEndsAt = new Date(Date.now() + signIn.expires_in * 1_000).toISOString();
  const profile = { url: visitor.baseUrl, email, apiKey: key.api_key, apiKeyId: key.id, token, tokenEndsAt };
  saveProfile(options, profile);
  if (before) await revokeOld(person, before);
  const name = profileName(options);
  if (options.json) {
    sayJson({
      url: visitor.baseUrl,
      email,
      account_id: signIn.account.id,
      api_key_id: key.id,
      profile: name,
    });
    return;
  }
  say(`Signed in at ${visitor.baseUrl} as ${email} (${signIn.account.name}).`);
  note(`An API key is kept in ${configFile()}, readable by you only. The sign-in itself lasts an hour.`);
}

/** The key of the previous sign-in is of no use any more. The user may be another one now. */
async function revokeOld(person: Guiche, before: Profile): Promise<void> {
  if (!before.apiKeyId) return;
  const isOurs =
    before.url === person.baseUrl &&
    (await person.keys.remove(before.apiKeyId).then(
      () => true,
      () => false,
    ));
  if (isOurs || (await endAtGateway(before.url, before.token, before.apiKeyId))) return;
  note(
    `The API key ${before.apiKeyId} of the previous sign-in could not be revoked: revoke it in the dashboard.`,
  );
}

function keyName(): string {
  return `guiche command on ${hostname()}`.slice(0, KEY_NAME_LENGTH);
}

async function ask(message: string): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts');
  const answer = await text({ message, validate: (given) => (given ? undefined : 'It is needed.') });
  if (isCancel(answer)) throw new Refusal('Nothing was changed.', EXIT.interrupted);
  return answer;
}

async function askSecret(message: string): Promise<string> {
  const { isCancel, password } = await import('@clack/prompts');
  const answer = await password({ message, validate: (given) => (given ? undefined : 'It is needed.') });
  if (isCancel(answer)) throw new Refusal('Nothing was changed.', EXIT.interrupted);
  return answer;
}

/** Without the line break that `echo` appends. */
async function readStdin(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) {
    text += chunk;
    if (text.length > MAX_PASSWORD_LENGTH) break;
  }
  const password = text.replace(/\r?\n$/, '');
  if (password === '')
    throw wrongUse('Standard input holds no password: pipe it in, as in `… < password.txt`.');
  return password;
}
