import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { personFiles, submit, submitted } from '../../../test/support/identity.ts';
import { removeUnusedFiles } from '../files/sweep.ts';

let gateway: TestGateway;
let one: Seller;
let two: Seller;
let three: Seller;

beforeAll(async () => {
  gateway = await startGateway({ connections: 16 });
  [one, two, three] = [await gateway.operator(), await gateway.operator(), await gateway.operator()];
});
afterAll(() => gateway.stop());
afterEach(async () => expect(await gateway.audit()).toEqual([]));

const at = (id: string, rest = '') => `/api/v1/admin/identities/${id}${rest}`;
const APPROVE = { decision: 'approve' };
const REFUSE = {
  decision: 'refuse',
  reasons: [
    { kind: 'selfie', code: 'unreadable' },
    { kind: 'identity_front', code: 'suspected_fraud' },
  ],
  note: 'The hologram is missing',
};
const propose = (operator: Seller, id: string, body: object = APPROVE) =>
  operator.call('POST', at(id, '/decide'), body);
const confirm = (operator: Seller, id: string, proposal: string) =>
  operator.call('POST', at(id, '/confirm'), { proposal_id: proposal });
const sendBack = (operator: Seller, id: string, proposal: string) =>
  operator.call('POST', at(id, '/send-back'), { proposal_id: proposal, note: 'Look at the selfie again' });
const identityOf = async (seller: Seller) => (await seller.call('GET', '/api/v1/account/identity')).body;
const linesOf = async (id: string, { token }: Seller = one) => {
  const path = token === one.token ? '/api/v1/admin/audit-log' : '/api/v1/audit-log';
  const { body } = await gateway.call('GET', path, undefined, { authorization: `Bearer ${token}` });
  return body.data.filter((line: { target: { id: string } | null }) => line.target?.id === id);
};
const actionsOf = async (id: string) =>
  (await linesOf(id)).map(({ action }: { action: string }) => action).reverse();

async function waiting(): Promise<{ seller: Seller; id: string }> {
  const seller = await gateway.seller('Loja a Verificar');
  return { seller, id: await submitted(seller) };
}

describe('four eyes', () => {
  it('approve an identity: one operator proposes, another confirms', async () => {
    const { seller, id } = await waiting();
    const proposed = await propose(one, id);
    expect(proposed).toMatchObject({
      status: 200,
      body: {
        status: 'in_review',
        proposal: { decision: 'approve', operator_email: one.email, counts: true },
      },
    });
    expect(await identityOf(seller)).toMatchObject({ state: 'in_review', can_submit: false });
    const confirmed = await confirm(two, id, proposed.body.proposal.id);
    expect(confirmed).toMatchObject({
      status: 200,
      body: {
        ...{ status: 'approved', proposal: null, account: { id: seller.id, identity_verified: true } },
        history: [{ ended_as: 'confirmed', operator_email: one.email, ended_by_email: two.email }],
      },
    });
    expect(await identityOf(seller)).toMatchObject({ state: 'approved', can_submit: false });
    expect((await seller.call('GET', '/api/v1/account')).body).toMatchObject({ identity_verified: true });
    expect(await actionsOf(id)).toEqual(['identity.submitted', 'identity.proposed', 'identity.approved']);
    expect((await submit(seller, await personFiles(seller))).body.code).toBe('INVALID_STATE');
    expect((await propose(three, id)).body.code).toBe('INVALID_STATE');
  });

  it('refuse an identity, with what the seller may know of the reasons', async () => {
    const { seller, id } = await waiting();
    const { body } = await propose(one, id, REFUSE);
    expect((await identityOf(seller)).submission.reasons).toEqual([]);
    expect((await confirm(two, id, body.proposal.id)).body).toMatchObject({
      ...{ status: 'refused', reasons: REFUSE.reasons, account: { identity_verified: false } },
      history: [{ note: REFUSE.note }],
    });
    const told = await seller.call('GET', '/api/v1/account/identity');
    expect(told.body).toMatchObject({
      ...{ state: 'refused', can_submit: true },
      submission: {
        reasons: [
          { kind: 'selfie', code: 'unreadable' },
          { kind: 'identity_front', code: 'not_accepted' },
        ],
      },
    });
    const log = await seller.call('GET', '/api/v1/audit-log');
    const mails = await seller.call('GET', '/api/v1/sandbox/mails');
    for (const { raw } of [told, log, mails]) expect(raw).not.toMatch(/fraud|hologram/);
    expect(log.raw).not.toContain(one.email);
  });

  it('are those of two persons: nobody confirms what they proposed', async () => {
    const { id } = await waiting();
    const { body } = await propose(one, id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(one, id, body.proposal.id)));
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 400, body: { code: 'SECOND_APPROVAL_REQUIRED' } });
    expect((await confirm(two, id, body.proposal.id)).body.status).toBe('approved');
  });

  it('are not those of an operator and one they added', async () => {
    const { id } = await waiting();
    const child = await gateway.operator();
    await gateway.db.query('update users set added_by = $2 where account_id = $1', [child.id, one.id]);
    const { body } = await propose(child, id);
    const refused = await confirm(one, id, body.proposal.id);
    expect(refused).toMatchObject({ status: 400, body: { code: 'SECOND_APPROVAL_REQUIRED' } });
    expect(refused.body.error).toContain('count as one with the operator who added them');
    expect((await confirm(two, id, body.proposal.id)).body.status).toBe('approved');
  });

  it('send a proposal back, and then it is proposed again', async () => {
    const { seller, id } = await waiting();
    const first = await propose(one, id);
    const back = await sendBack(two, id, first.body.proposal.id);
    expect(back.body).toMatchObject({
      ...{ status: 'in_review', proposal: null },
      history: [{ ended_as: 'sent_back', ended_by_email: two.email, end_note: 'Look at the selfie again' }],
    });
    expect(await confirm(two, id, first.body.proposal.id)).toMatchObject({
      body: { code: 'CHANGED_MEANWHILE' },
    });
    const second = await propose(two, id, REFUSE);
    expect((await confirm(one, id, second.body.proposal.id)).body.status).toBe('refused');
    expect(await identityOf(seller)).toMatchObject({ state: 'refused' });
  });

  it('take back what the same operator proposed', async () => {
    const { id } = await waiting();
    const { body } = await propose(one, id);
    expect((await sendBack(one, id, body.proposal.id)).body).toMatchObject({ proposal: null });
  });

  it('do not count an operator who was removed or blocked meanwhile', async () => {
    const { id } = await waiting();
    const leaver = await gateway.operator();
    const { body } = await propose(leaver, id);
    await one.call('POST', `/api/v1/admin/accounts/${leaver.id}/block`, { reason: 'left' });
    expect((await one.call('GET', at(id))).body.proposal).toMatchObject({ counts: false });
    expect(await confirm(two, id, body.proposal.id)).toMatchObject({ body: { code: 'CHANGED_MEANWHILE' } });
    const again = await propose(two, id);
    expect(again.body.history).toMatchObject([{ ended_as: 'lapsed' }]);
    expect((await confirm(one, id, again.body.proposal.id)).body.status).toBe('approved');
  });

  it('are never those of a member of the account', async () => {
    const { seller, id } = await waiting();
    const [user] = await gateway.db.query<{ id: string }>('select id from users where account_id = $1', [
      three.id,
    ]);
    await gateway.db.query(
      `insert into users (account_id, id, email, password_hash, role, created_at, home_account_id, team_role)
       select $1, id, email, password_hash, 'seller', created_at, account_id, 'finance' from users where id = $2`,
      [seller.id, user?.id],
    );
    const { file_id: document } = (await identityOf(seller)).submission.documents[0];
    const forbidden = { status: 403, body: { code: 'FORBIDDEN' } };
    expect(await propose(three, id)).toMatchObject(forbidden);
    expect(await three.call('POST', at(id, `/documents/${document}/open`))).toMatchObject(forbidden);
    const { body } = await propose(one, id);
    expect(await confirm(three, id, body.proposal.id)).toMatchObject(forbidden);
    expect(await sendBack(three, id, body.proposal.id)).toMatchObject(forbidden);
    await gateway.db.query('delete from users where account_id = $1 and id = $2', [seller.id, user?.id]);
  });

  it('are checked before anything is written: reasons belong to a refusal and to what was sent', async () => {
    const { id } = await waiting();
    const bad: [object, string][] = [
      [{ decision: 'maybe' }, 'decision'],
      [{}, 'decision'],
      [{ decision: 'refuse' }, 'reasons'],
      [{ decision: 'refuse', reasons: [] }, 'reasons'],
      [{ decision: 'approve', reasons: REFUSE.reasons }, 'reasons'],
      [{ decision: 'refuse', reasons: [{ kind: 'address_proof', code: 'expired' }] }, 'reasons'],
      [{ decision: 'refuse', reasons: [REFUSE.reasons[0], REFUSE.reasons[0]] }, 'reasons'],
      [{ decision: 'approve', note: ' ' }, 'note'],
      [{ decision: 'approve', note: 'x'.repeat(1_001) }, 'note'],
    ];
    for (const [body, field] of bad) {
      const answer = await propose(one, id, body);
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
      expect(Object.keys(answer.body.details).join()).toContain(field);
    }
    expect(await actionsOf(id)).toEqual(['identity.submitted']);
  });
});

describe('at the same moment', () => {
  it('two operators who decide: one proposes, the other is told', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await waiting();
      const answers = await Promise.all([propose(one, id), propose(two, id, REFUSE), propose(three, id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      expect(answers.filter(({ body }) => body.code === 'CHANGED_MEANWHILE')).toHaveLength(2);
      expect(await actionsOf(id)).toEqual(['identity.submitted', 'identity.proposed']);
    }
  });

  it('confirmed by one and sent back by another: one of them wins', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { seller, id } = await waiting();
      const { body } = await propose(one, id);
      const answers = await Promise.all([
        confirm(two, id, body.proposal.id),
        sendBack(three, id, body.proposal.id),
        confirm(three, id, body.proposal.id),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      const isApproved = answers[1]?.status !== 200;
      expect((await seller.call('GET', '/api/v1/account')).body.identity_verified).toBe(isApproved);
      expect(await actionsOf(id)).toHaveLength(3);
    }
  });

  it('sent again by the seller while an operator decides: what was decided is what was seen', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { seller, id } = await waiting();
      const files = await personFiles(seller);
      const [sent, proposed] = await Promise.all([submit(seller, files), propose(one, id)]);
      expect([sent.status, proposed.status].sort()).toEqual([expect.any(Number), 400]);
      const state = await identityOf(seller);
      if (sent.status === 201)
        expect(state).toMatchObject({ state: 'submitted', submission: { id: sent.body.submission.id } });
      else expect(state).toMatchObject({ state: 'in_review', submission: { id } });
    }
  });
});

describe('the queue', () => {
  it('is oldest first, by status, in pages', async () => {
    const mine = [await waiting(), await waiting(), await waiting()].map(({ id }) => id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await one.call('GET', `/api/v1/admin/identities?limit=2${cursor}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : '';
    } while (cursor);
    expect(seen).toEqual([...seen].sort());
    expect(seen.slice(-3)).toEqual(mine);
    const { body } = await one.call('GET', '/api/v1/admin/identities?status=approved');
    expect(new Set(body.data.map(({ status }: { status: string }) => status))).toEqual(new Set(['approved']));
    expect(body.total).toBe(body.data.length);
    expect(await one.call('GET', '/api/v1/admin/identities?status=lost')).toMatchObject({ status: 400 });
  });
});

describe('the seller is told', () => {
  it.each([
    ['identity_approved', APPROVE, 'Sua identidade foi verificada'],
    ['identity_refused', REFUSE, 'Precisamos de outros documentos'],
  ])('%s, once, by mail and in the dashboard', async (kind, decision, subject) => {
    const { seller, id } = await waiting();
    const { body } = await propose(one, id, decision);
    const key = { 'idempotency-key': `confirm ${id}` };
    const send = () => two.call('POST', at(id, '/confirm'), { proposal_id: body.proposal.id }, key);
    const [first, second] = [await send(), await send()];
    expect(second.raw).toBe(first.raw);
    const bearer = { authorization: `Bearer ${seller.token}` };
    const notices = await gateway.call('GET', '/api/v1/notifications', undefined, bearer);
    expect(notices.body.data.map((notice: { kind: string }) => notice.kind)).toEqual([kind]);
    const mails = await gateway.call('GET', '/api/v1/mails', undefined, bearer);
    const subjects = mails.body.data.map((mail: { subject: string }) => mail.subject);
    expect(subjects.filter((each: string) => each === subject)).toHaveLength(1);
  });

  it('by no mail at an address that was not shown to be theirs', async () => {
    const { seller, id } = await waiting();
    await gateway.db.query('update users set email_verified_at = null where account_id = $1', [seller.id]);
    const { body } = await propose(one, id);
    await confirm(two, id, body.proposal.id);
    const { raw } = await gateway.call('GET', '/api/v1/mails', undefined, {
      authorization: `Bearer ${seller.token}`,
    });
    expect(raw).not.toContain('Sua identidade');
  });
});

describe('by the LGPD', () => {
  it('an export names the documents, and an erasure lets go what no law orders to be kept', async () => {
    const seller = await gateway.seller();
    const document = '39053344705';
    await gateway.db.query('update accounts set document = $2 where id = $1', [seller.id, document]);
    const person = { document, reason: 'asked for' };
    const id = await submitted(seller);
    const { body: before } = await one.call('POST', '/api/v1/admin/people/export', person);
    expect(before.accounts[0].identity).toMatchObject([{ id, status: 'submitted' }]);
    expect(before.accounts[0].identity[0].documents).toHaveLength(3);
    expect(await one.call('POST', '/api/v1/admin/people/erase', person)).toMatchObject({ status: 404 });
    const { body } = await propose(one, id, REFUSE);
    await confirm(two, id, body.proposal.id);
    const erased = await one.call('POST', '/api/v1/admin/people/erase', person);
    expect(erased.body).toMatchObject({ identity_documents: 3, customers: 0, is_complete: true });
    gateway.clock.setOffset(gateway.clock.offsetMs + 1_000);
    await removeUnusedFiles(gateway.deps);
    const files = await gateway.db.query('select 1 from files where account_id = $1', [seller.id]);
    expect(files).toEqual([]);
  });
});
