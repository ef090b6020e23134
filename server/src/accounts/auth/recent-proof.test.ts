import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticator, CookieClient } from '../../../../test/support/cookie-client.ts';
import { decided } from '../../../../test/support/decided.ts';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { countLockWaits } from '../../../../test/support/lock-waits.ts';
import { type Node, startSecondNode } from '../../../../test/support/nodes.ts';
import { until } from '../../../../test/support/until.ts';
import { runTransaction } from '../../db/transaction.ts';
import { MINUTE_MS } from '../../kit/clock.ts';
import { isProtected, isRecentProof, PROTECTED_OPERATIONS } from './protected-operations.ts';
import { decideProof, type ProofCommand, type ProofState } from './recent-proof.ts';
import { totpCode, totpStep } from './totp.ts';

type Operation = { security?: unknown; requestBody?: { content: Record<string, { example?: object }> } };
type Described = { paths: Record<string, Record<string, Operation>> };
const described: Described = JSON.parse(
  readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'),
);

/** What must be asked, written down a second time: taking one off the list must be seen. */
const ASKED = [
  'POST /api/v1/withdrawals',
  'PATCH /api/v1/account',
  'PUT /api/v1/account/automatic-withdrawals',
  'PUT /api/v1/account/domain',
  'POST /api/v1/account/domain/verify',
  'POST /api/v1/keys',
  'PATCH /api/v1/keys/{id}',
  'PATCH /api/v1/team/{id}',
  'DELETE /api/v1/team/{id}',
  'DELETE /api/v1/team/me',
  'POST /api/v1/team/invitations',
  'POST /api/v1/team/invitations/{id}/resend',
  'POST /api/webhooks',
  'POST /api/v1/webhooks',
  'PATCH /api/v1/webhooks/{id}',
  'POST /api/v1/webhooks/{id}/rotate-secret',
  'POST /api/v1/admin/accounts/{id}/approve',
  'POST /api/v1/admin/accounts/{id}/block',
  'PUT /api/v1/admin/accounts/{id}/fee-plan',
  'PUT /api/v1/admin/accounts/{id}/named-fee-plan',
  'POST /api/v1/admin/fee-plans',
  'PUT /api/v1/admin/fee-plans/{id}',
  'PUT /api/v1/admin/accounts/{id}/limits',
  'POST /api/v1/admin/accounts/{id}/view',
  'PUT /api/v1/admin/accounts/{id}/pix-providers',
  'PUT /api/v1/admin/accounts/{id}/payout-terms',
  'PUT /api/v1/admin/accounts/{id}/boleto-providers',
  'POST /api/v1/admin/withdrawals/{id}/approve',
  'POST /api/v1/admin/withdrawals/{id}/paid',
  'POST /api/v1/admin/payer-refunds/{id}/paid',
  'POST /api/v1/admin/payer-refunds/{id}/refuse',
  'POST /api/v1/admin/bank-files/{id}/book',
  'POST /api/v1/admin/bank-files/{id}/payments',
  'POST /api/v1/admin/withdrawals/{id}/reject',
  'POST /api/v1/admin/disputes/{id}/close',
  'POST /api/v1/admin/operators',
  'DELETE /api/v1/admin/operators/{id}',
  'POST /api/v1/admin/people/export',
  'POST /api/v1/admin/people/erase',
  'POST /api/v1/admin/identities/{id}/documents/{document_id}/open',
  'POST /api/v1/admin/identities/{id}/decide',
  'POST /api/v1/admin/identities/{id}/confirm',
];
/** They ask for the password or a code in their own body, however new the last proof is. */
const PROVE_THEMSELVES = [
  'POST /api/v1/auth/password',
  'POST /api/v1/auth/two-factor',
  'POST /api/v1/auth/two-factor/disable',
];
const FIELDS: Record<string, object> = {
  'PATCH /api/v1/keys/{id}': { scopes: null },
  'PATCH /api/v1/account': { payout_pix_key: 'loja@example.com' },
  'PATCH /api/v1/webhooks/{id}': { url: 'https://shop.example/other' },
};
const WITHOUT_SESSION = ['POST /api/v1/auth/register', 'POST /api/v1/auth/login'];

const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
    .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
const named = operations.map(({ name }) => name);

let gateway: TestGateway;
let seller: Seller;
let operator: Seller;
let other: Node;
beforeAll(async () => {
  gateway = await startGateway();
  [seller, operator] = [await gateway.seller(), await gateway.operator()];
  other = await startSecondNode(gateway);
});
afterAll(async () => {
  await other.stop();
  await gateway.stop();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function signIn({ email, password }: Seller): Promise<string> {
  return (await gateway.call('POST', '/api/v1/auth/login', { email, password })).body.token;
}

/** As if the last proof of every session had been this much earlier. */
async function earlier(minutes: number): Promise<void> {
  await gateway.db.query(`update sessions set proved_at = proved_at - make_interval(mins => $1)`, [minutes]);
}

async function fund(person: Seller): Promise<void> {
  const { body } = await person.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
  await person.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
}

const WITHDRAWAL = { amount: 1, pix_key: 'loja@example.com' };

describe('every operation of the API', () => {
  it('that is protected exists, and the list is the agreed one', () => {
    expect(Object.keys(PROTECTED_OPERATIONS).sort()).toEqual([...ASKED].sort());
    expect(named).toEqual(expect.arrayContaining([...ASKED, ...PROVE_THEMSELVES, ...WITHOUT_SESSION]));
  });

  it.each(operations.filter(({ name }) => !WITHOUT_SESSION.includes(name)))(
    '$name asks for a new proof exactly if it is protected',
    async ({ name, operation }) => {
      const [method = '', path = ''] = name.split(' ');
      const person = path.includes('/admin/') ? operator : seller;
      const token = await signIn(person);
      const id = gateway.deps.ids.next();
      const example = operation.requestBody?.content['application/json']?.example;
      const body = FIELDS[name] ?? example;
      const ask = (headers: Record<string, string>) =>
        gateway.call(method, path.replace(/\{\w+\}/g, id), body, headers);
      await earlier(11);
      const refused = await ask(bearer(token));
      const isAsked = refused.body?.code === 'REAUTHENTICATION_REQUIRED';
      expect(isAsked, refused.raw.slice(0, 200)).toBe(ASKED.includes(name));
      if (!isAsked) return;
      expect([refused.status, refused.body.details]).toEqual([403, {}]);
      expect(refused.body.error).toMatch(/POST \/api\/v1\/auth\/confirm/);
      const confirm = { password: person.password };
      const confirmed = await gateway.call('POST', '/api/v1/auth/confirm', confirm, bearer(token));
      expect(confirmed.status).toBe(200);
      expect((await ask(bearer(token))).body.code).not.toBe('REAUTHENTICATION_REQUIRED');
      if (person === seller)
        expect((await ask({ 'x-api-key': seller.apiKey })).body.code).not.toBe('REAUTHENTICATION_REQUIRED');
    },
  );

  it.each(PROVE_THEMSELVES)('%s takes no new proof for its own', async (name) => {
    const token = await signIn(seller);
    const body = {
      password: 'wrong',
      current_password: 'wrong',
      new_password: 'quatro cavalos azuis',
      code: '1',
    };
    const fields: Record<string, string[]> = {
      'POST /api/v1/auth/password': ['current_password', 'new_password'],
      'POST /api/v1/auth/two-factor': ['password'],
      'POST /api/v1/auth/two-factor/disable': ['password', 'code'],
    };
    const sent = Object.fromEntries(Object.entries(body).filter(([field]) => fields[name]?.includes(field)));
    const answer = await gateway.call('POST', name.split(' ')[1] ?? '', sent, bearer(token));
    const { code, error } = answer.body;
    expect(['INVALID_CREDENTIALS: Wrong password', 'INVALID_STATE']).toContain(
      code === 'INVALID_CREDENTIALS' ? `${code}: ${error}` : code,
    );
  });
});

describe('a proof', () => {
  it('is a sign-in, and lasts ten minutes of the gateway’s clock', async () => {
    const person = await gateway.seller();
    await fund(person);
    const token = await signIn(person);
    const withdraw = () => gateway.call('POST', '/api/v1/withdrawals', WITHDRAWAL, bearer(token));
    try {
      expect((await withdraw()).status).toBe(201);
      gateway.clock.setOffset(9 * MINUTE_MS);
      expect((await withdraw()).status).toBe(201);
      gateway.clock.setOffset(11 * MINUTE_MS);
      expect((await withdraw()).body.code).toBe('REAUTHENTICATION_REQUIRED');
      expect((await person.call('POST', '/api/v1/withdrawals', WITHDRAWAL)).status).toBe(201);
    } finally {
      gateway.clock.setOffset(0);
    }
  });

  it('counts for its own session, on every node at once', async () => {
    const person = await gateway.seller();
    const [here, elsewhere] = [await signIn(person), await signIn(person)];
    const there = other.callAs({ ...person, apiKey: here });
    await earlier(11);
    // Both nodes have the old proof in their caches.
    const refusals = [
      await gateway.call('POST', '/api/v1/keys', {}, bearer(here)),
      await there('POST', '/api/v1/keys', {}),
    ];
    expect(refusals.map(({ body }) => body.code)).toEqual(Array(2).fill('REAUTHENTICATION_REQUIRED'));
    const confirmed = await gateway.call(
      'POST',
      '/api/v1/auth/confirm',
      { password: person.password },
      bearer(here),
    );
    const expires = new Date(confirmed.body.expires_at).getTime();
    expect(expires - gateway.clock.now().getTime()).toBeGreaterThan(9 * MINUTE_MS);
    expect((await there('POST', '/api/v1/keys', {})).status).toBe(201);
    const stillOld = await gateway.call('POST', '/api/v1/keys', {}, bearer(elsewhere));
    expect(stillOld.body.code).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('lets the same request with the same Idempotency-Key go on: nothing of the refusal is kept', async () => {
    const person = await gateway.seller();
    await fund(person);
    const token = await signIn(person);
    const headers = { ...bearer(token), 'idempotency-key': 'once' };
    const withdraw = () => gateway.call('POST', '/api/v1/withdrawals', WITHDRAWAL, headers);
    await earlier(11);
    expect((await withdraw()).status).toBe(403);
    await gateway.call('POST', '/api/v1/auth/confirm', { password: person.password }, bearer(token));
    const done = await withdraw();
    const again = await withdraw();
    expect([done.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
    expect(again.raw).toBe(done.raw);
    await earlier(11);
    expect([
      (await withdraw()).raw,
      (await gateway.call('GET', '/api/v1/withdrawals', undefined, headers)).body.total,
    ]).toEqual([done.raw, 1]);
  });

  it('is asked of a browser’s cookie too, and of other fields of the account not', async () => {
    const person = await gateway.seller();
    const browser = new CookieClient(gateway);
    await browser.signIn(person);
    await earlier(11);
    const change = (body: object) => browser.call('PATCH', '/account', body);
    expect((await change({ payout_pix_key: person.email })).body.code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await change({ payout_pix_key: null })).body.code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await change({ name: 'Outro nome' })).status).toBe(200);
    expect((await browser.call('POST', '/auth/confirm', { password: person.password })).status).toBe(200);
    expect((await change({ payout_pix_key: person.email })).body.payout_pix_key).toBe(person.email);
  });

  it('of a session that the previous version opened is its beginning', async () => {
    const person = await gateway.seller();
    const token = await signIn(person);
    await gateway.db.query('update sessions set proved_at = null where account_id = $1', [person.id]);
    expect((await gateway.call('POST', '/api/v1/keys', {}, bearer(token))).status).toBe(201);
    await gateway.db.query(
      `update sessions set created_at = created_at - interval '11 minutes' where account_id = $1`,
      [person.id],
    );
    expect((await gateway.call('POST', '/api/v1/keys', {}, bearer(token))).status).toBe(403);
  });
});

describe('confirming', () => {
  const confirm = (token: string, body: object) =>
    gateway.call('POST', '/api/v1/auth/confirm', body, bearer(token));

  it('takes the right password only, ten times wrong, and then waits', async () => {
    const person = await gateway.seller();
    for (let tries = 0; tries < 10; tries += 1) {
      const { status, body } = await confirm(person.token, { password: 'wrong' });
      expect([status, body.code, body.error]).toEqual([401, 'INVALID_CREDENTIALS', 'Wrong password']);
    }
    const held = await confirm(person.token, { password: person.password });
    expect([held.status, held.body.code]).toEqual([429, 'LOGIN_LOCKED']);
    expect(Number(held.headers['retry-after'])).toBeLessThanOrEqual(60);
    const elsewhere = await signIn(person);
    expect((await confirm(elsewhere, { password: person.password })).status).toBe(200);
  });

  it('needs a password or a code, and a session', async () => {
    const person = await gateway.seller();
    const empty = await confirm(person.token, {});
    expect([empty.status, Object.keys(empty.body.details)]).toEqual([400, ['password']]);
    const byKey = { 'x-api-key': person.apiKey };
    const answer = await gateway.call('POST', '/api/v1/auth/confirm', { password: person.password }, byKey);
    expect(answer.body.code).toBe('JWT_REQUIRED');
  });

  it('takes a code where the second factor is on, once, and no password', async () => {
    const person = await gateway.seller();
    const setUp = (path: string, body: object) =>
      gateway.call('POST', `/api/v1/auth/two-factor${path}`, body, bearer(person.token));
    const code = authenticator((await setUp('', { password: person.password })).body.secret);
    const { recovery_codes: recovery } = (await setUp('/confirm', { code: code(-1) })).body;
    await earlier(11);
    expect((await confirm(person.token, { password: person.password })).body.code).toBe(
      'TWO_FACTOR_REQUIRED',
    );
    expect((await confirm(person.token, { code: 'abcde-fghij' })).body.code).toBe('TWO_FACTOR_INVALID');
    expect((await gateway.call('POST', '/api/v1/keys', {}, bearer(person.token))).status).toBe(403);
    const given = code();
    expect((await confirm(person.token, { code: given })).status).toBe(200);
    expect((await confirm(person.token, { code: given })).body.code).toBe('TWO_FACTOR_INVALID');
    expect((await confirm(person.token, { code: recovery[0] })).status).toBe(200);
    expect((await gateway.call('POST', '/api/v1/keys', {}, bearer(person.token))).status).toBe(201);
  });

  it('is refused to a session that is signed out meanwhile', async () => {
    const person = await gateway.seller();
    const { answer } = await runTransaction(gateway.db, async (tx) => {
      await tx.query('select 1 from users where account_id = $1 for update', [person.id]);
      const asked = confirm(person.token, { password: person.password });
      await until('the password is checked', async () => (await countLockWaits(gateway.db)) > 0);
      await tx.query('update sessions set ended_at = now() where account_id = $1', [person.id]);
      return { answer: asked };
    });
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([401, 'JWT_INVALID']);
  });

  it('is in the account’s log', async () => {
    const person = await gateway.seller();
    await confirm(person.token, { password: person.password });
    const lines = await gateway.db.query(
      `select target_kind from audit_log where account_id = $1 and action = 'user.identity_confirmed'`,
      [person.id],
    );
    expect(lines).toEqual([{ target_kind: 'session' }]);
  });
});

describe('the decision', () => {
  const NOW = new Date('2026-03-10T15:00:00Z');
  const SECRET = Buffer.from('12345678901234567890');
  const user = {
    ...{ kind: 'user' as const, accountId: 'shop', userId: 'user', credentialId: 'session' },
    ...{ address: null, userAgent: null, requestId: null },
  };
  const none = { secret: null, lastStep: 0, isUnusedRecoveryCode: false };
  const decide = (state: Partial<ProofState>, command: Partial<ProofCommand>) =>
    decided(
      decideProof(
        { passwordHash: 'hash', factor: none, isSignedIn: true, ...state },
        { user, provenHash: 'hash', code: null, provenAt: NOW, ...command },
        NOW,
      ),
    );
  const proof = ['sessions.save_proof', { accountId: 'shop', id: 'session', provenAt: NOW }];

  it('renews the proof of the session', () => {
    expect(decide({}, {})).toEqual({
      result: new Date('2026-03-10T15:10:00Z'),
      rows: [proof],
      audit: [expect.objectContaining({ action: 'user.identity_confirmed' })],
    });
    const step = totpStep(NOW.getTime());
    const code = { text: totpCode(SECRET, step), fingerprint: 'f' };
    expect(decide({ factor: { ...none, secret: SECRET } }, { code, provenHash: null })).toMatchObject({
      rows: [['second_factors.use_step', { accountId: 'shop', userId: 'user', step }], proof],
    });
  });

  it('refuses what changed since it was checked', () => {
    expect(decide({ passwordHash: 'newer' }, {})).toMatch(/^INVALID_CREDENTIALS/);
    expect(decide({ isSignedIn: false }, {})).toMatch(/^JWT_INVALID/);
    expect(decide({ factor: { ...none, secret: SECRET } }, {})).toMatch(/^TWO_FACTOR_REQUIRED/);
    expect(decide({}, { code: { text: '123456', fingerprint: 'f' }, provenHash: null })).toMatch(
      /^TWO_FACTOR_INVALID/,
    );
  });

  it('knows a protected operation by route and fields, and a recent proof by both ends', () => {
    expect(isProtected('POST', '/api/v1/admin/withdrawals/:id/approve', undefined)).toBe(true);
    expect(isProtected('PATCH', '/api/v1/account', { name: 'x' })).toBe(false);
    expect(isProtected('PATCH', '/api/v1/account', null)).toBe(false);
    expect(isProtected('PATCH', '/api/v1/webhooks/:id', { active: false, events: [] })).toBe(false);
    expect(isProtected('GET', '/api/v1/withdrawals', undefined)).toBe(false);
    const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);
    expect([-11, -10, 0, 10, 11].map((minutes) => isRecentProof(at(minutes), NOW))).toEqual([
      ...[false, true, true, true, false],
    ]);
  });
});
