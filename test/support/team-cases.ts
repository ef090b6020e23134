import { CookieClient, ORIGIN } from './cookie-client.ts';
import type { Seller, TestGateway } from './gateway.ts';
import { linkToken } from './outbox.ts';
import type { PostCase as Case, Post } from './post-case.ts';

type Headers = Record<string, string>;

const bearer = ({ token }: { token: string }): Headers => ({ authorization: `Bearer ${token}` });

/** Requests about teams and who looks at an account, for a test that repeats each after a crash. */
export function teamCases(gateway: () => TestGateway): Record<string, Case[]> {
  const signedIn = async ({ email, password }: Seller) =>
    bearer((await gateway().call('POST', '/api/v1/auth/login', { email, password })).body);
  const entering = (path: string, bodyOf: (seller: Seller) => Promise<object>): Case => ({
    name: 'a seller',
    prepare: async (seller) => ({
      as: bearer(seller),
      path,
      body: await bodyOf(seller),
      signIn: () => signedIn(seller),
    }),
  });
  return {
    'admin/accounts/{id}/view': [{ name: 'an operator', prepare: (seller) => viewing(gateway(), seller) }],
    'auth/switch': [entering('auth/switch', async ({ id }) => ({ account_id: id }))],
    'auth/join': [
      entering('auth/join', async ({ email }) => ({ token: (await invitation(gateway(), email)).token })),
    ],
    'team/invitations': [
      {
        name: 'an owner',
        prepare: async (owner) => ({
          as: bearer(owner),
          path: 'team/invitations',
          body: { email: `${owner.id}@example.com`, role: 'support' },
        }),
      },
    ],
    'team/invitations/{id}/resend': [
      {
        name: 'an owner',
        prepare: async ({ id: name }) => {
          const { owner, id } = await invitation(gateway(), `${name}@example.com`);
          return { as: bearer(owner), path: `team/invitations/${id}/resend` };
        },
      },
    ],
  };
}

async function invitation({ seller, call }: TestGateway, email: string) {
  const owner = await seller();
  const asked = { email, role: 'support' };
  const { body } = await call('POST', '/api/v1/team/invitations', asked, bearer(owner));
  const { body: mails } = await owner.call('GET', '/api/v1/sandbox/mails');
  const mail = mails.data.find(({ kind }: { kind: string }) => kind === 'team_invitation');
  const { body: shown } = await owner.call('GET', `/api/v1/sandbox/mails/${mail.id}`);
  return { owner, id: body.id as string, token: linkToken(shown.link) };
}

/** It needs the session of a browser. */
async function viewing(gateway: TestGateway, { id }: Seller): Promise<Post> {
  const client = new CookieClient(gateway);
  await client.signIn(await gateway.operator());
  const as = { cookie: client.cookie ?? '', origin: ORIGIN };
  return { as, path: `admin/accounts/${id}/view`, body: { reason: 'asked for' } };
}
