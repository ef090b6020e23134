import type { Answer, Call, TestGateway } from './gateway.ts';

/** The person who registered: its bearer, and what its outbox holds. */
export type Person = {
  id: string;
  email: string;
  password: string;
  token: string;
  call: Call;
  /** The newest mail of a kind, whole; due jobs have run before. */
  mail(kind: string): Promise<{ text: string; html: string; link: string; to: string; subject: string }>;
  kinds(): Promise<string[]>;
};

export function linkToken(link: string): string {
  return link.split('#')[1] ?? '';
}

export async function registered(
  gateway: TestGateway,
  email: string,
  password = 'correct horse battery',
): Promise<{ answer: Answer; person: Person }> {
  const body = { name: 'Loja Teste', email, password, document: '52998224725' };
  const answer = await gateway.call('POST', '/api/v1/auth/register', body);
  const { token, account } = answer.body;
  return { answer, person: personOf(gateway, { id: account.id, email, password, token }) };
}

function personOf(gateway: TestGateway, person: Pick<Person, 'id' | 'email' | 'password' | 'token'>): Person {
  const bearer = { authorization: `Bearer ${person.token}` };
  const call: Call = (method, path, body, headers = {}) =>
    gateway.call(method, path, body, { ...bearer, ...headers });
  const list = async () => {
    await gateway.runDue();
    return (await call('GET', '/api/v1/sandbox/mails')).body.data as { id: string; kind: string }[];
  };
  return {
    ...person,
    call,
    mail: async (kind) => {
      const found = (await list()).find((mail) => mail.kind === kind);
      if (!found) throw new Error(`no mail ${kind} in the outbox`);
      return (await call('GET', `/api/v1/sandbox/mails/${found.id}`)).body;
    },
    kinds: async () => (await list()).map(({ kind }) => kind),
  };
}

export function signIn(gateway: TestGateway, email: string, password: string): Promise<Answer> {
  return gateway.call('POST', '/api/v1/auth/login', { email, password });
}
