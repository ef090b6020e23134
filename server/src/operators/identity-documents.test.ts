import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { PDF, personFiles, submit, submitted, uploaded } from '../../../test/support/identity.ts';
import { findFile } from '../files/store.ts';
import { removeUnusedFiles } from '../files/sweep.ts';
import { DAY_MS } from '../kit/clock.ts';

let gateway: TestGateway;
let one: Seller;
let two: Seller;

beforeAll(async () => {
  gateway = await startGateway({ connections: 16 });
  [one, two] = [await gateway.operator(), await gateway.operator()];
});
afterAll(() => gateway.stop());
afterEach(async () => expect(await gateway.audit()).toEqual([]));

const at = (id: string, rest = '') => `/api/v1/admin/identities/${id}${rest}`;
const REFUSE = {
  decision: 'refuse',
  reasons: [
    { kind: 'selfie', code: 'unreadable' },
    { kind: 'identity_front', code: 'suspected_fraud' },
  ],
  note: 'The hologram is missing',
};
const propose = (operator: Seller, id: string, body: object = { decision: 'approve' }) =>
  operator.call('POST', at(id, '/decide'), body);
const confirm = (operator: Seller, id: string, proposal: string) =>
  operator.call('POST', at(id, '/confirm'), { proposal_id: proposal });
const identityOf = async (seller: Seller) => (await seller.call('GET', '/api/v1/account/identity')).body;
const linesOf = async (id: string, { token }: Seller = one) => {
  const path = token === one.token ? '/api/v1/admin/audit-log' : '/api/v1/audit-log';
  const { body } = await gateway.call('GET', path, undefined, { authorization: `Bearer ${token}` });
  return body.data.filter((line: { target: { id: string } | null }) => line.target?.id === id);
};

async function waiting(): Promise<{ seller: Seller; id: string }> {
  const seller = await gateway.seller('Loja a Verificar');
  return { seller, id: await submitted(seller) };
}

describe('a document', () => {
  const first = async (seller: Seller) =>
    (await identityOf(seller)).submission.documents[0].file_id as string;

  it('is opened by an operator on record, and served to that person alone', async () => {
    const { seller, id } = await waiting();
    const document = await first(seller);
    const opened = await one.call('POST', at(id, `/documents/${document}/open`));
    expect(opened).toMatchObject({
      status: 200,
      body: { kind: 'identity_front', content_type: 'image/jpeg' },
    });
    const content = at(id, `/documents/${document}?opening=${opened.body.opening}`);
    const served = await one.call('GET', content);
    expect(served).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/jpeg',
        'content-disposition': expect.stringContaining('attachment'),
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      },
    });
    expect(await identityOf(seller)).toMatchObject({ state: 'in_review', can_submit: false });
    // The same line in the log of the seller, who is not told by whom, and in the operators'.
    const [line] = await linesOf(id, seller);
    expect(line).toMatchObject({
      ...{ action: 'identity_document.opened', details: { document: 'identity_front' } },
      actor: { kind: 'user', email: null },
    });
    expect((await linesOf(id))[0]).toMatchObject({ id: line.id, actor: { email: one.email } });

    const notFound = { status: 404, body: { code: 'NOT_FOUND' } };
    expect(await two.call('GET', content)).toMatchObject(notFound);
    expect(await one.call('GET', at(id, `/documents/${document}`))).toMatchObject(notFound);
    const forged = `${Date.now() + 60_000}.${opened.body.opening.split('.')[1]}`;
    expect(await one.call('GET', at(id, `/documents/${document}?opening=${forged}`))).toMatchObject(notFound);
    const expired = `1.${opened.body.opening.split('.')[1]}`;
    expect(await one.call('GET', at(id, `/documents/${document}?opening=${expired}`))).toMatchObject(
      notFound,
    );
  });

  it('is reached through its own submission only, and by no seller', async () => {
    const [{ seller, id }, other] = [await waiting(), await waiting()];
    const document = await first(seller);
    const unsent = await uploaded(seller);
    for (const [submission, wanted] of [
      [other.id, document],
      [id, unsent],
      [id, 'nonsense'],
    ])
      expect(await one.call('POST', at(submission ?? '', `/documents/${wanted}/open`))).toMatchObject({
        status: 404,
      });
    for (const person of [seller, other.seller]) {
      expect(await person.call('POST', at(id, `/documents/${document}/open`))).toMatchObject({ status: 403 });
      expect(await person.call('GET', at(id, `/documents/${document}?opening=x`))).toMatchObject({
        status: 403,
      });
      expect((await person.call('GET', `/pictures/${seller.id}/${document}`)).status).toBe(404);
    }
  });

  it('that is a PDF is served as it came, to be saved', async () => {
    const seller = await gateway.seller();
    const file = await uploaded(seller, PDF);
    const sent = await submit(seller, { ...(await personFiles(seller)), identity_front: file });
    const { id } = sent.body.submission;
    const opened = await one.call('POST', at(id, `/documents/${file}/open`));
    const served = await one.call('GET', at(id, `/documents/${file}?opening=${opened.body.opening}`));
    expect([served.raw, served.headers['content-type']]).toEqual([PDF.toString(), 'application/pdf']);
  });

  it('of a refused submission goes after its days, except what the seller sent again; an approved one stays', async () => {
    const { seller, id } = await waiting();
    const before = (await identityOf(seller)).submission.documents as { kind: string; file_id: string }[];
    const idOf = (kind: string) => before.find((document) => document.kind === kind)?.file_id ?? '';
    const { body } = await propose(one, id, REFUSE);
    await confirm(two, id, body.proposal.id);
    const again = {
      identity_front: await uploaded(seller),
      identity_back: idOf('identity_back'),
      selfie: await uploaded(seller),
    };
    const second = await submit(seller, again);
    expect(second.status, second.raw).toBe(201);
    const { id: secondId } = second.body.submission;
    const proposal = (await propose(two, secondId)).body.proposal.id;
    expect((await confirm(one, secondId, proposal)).body).toMatchObject({ status: 'approved', earlier: 1 });
    gateway.clock.setOffset(gateway.clock.offsetMs + 31 * DAY_MS);
    await removeUnusedFiles(gateway.deps);
    const isThere = async (file: string) => (await findFile(gateway.db, seller.id, file)) !== null;
    expect([await isThere(idOf('identity_front')), await isThere(idOf('selfie'))]).toEqual([false, false]);
    for (const file of Object.values(again)) expect(await isThere(file)).toBe(true);
    expect(await one.call('POST', at(id, `/documents/${idOf('selfie')}/open`))).toMatchObject({
      status: 404,
    });
    // An operator takes the mark away; what it was given for stays, even if it is sent again and refused.
    await gateway.db.query('update accounts set identity_verified = false where id = $1', [seller.id]);
    const third = (await submit(seller, again)).body.submission.id;
    const refusal = await propose(two, third, REFUSE);
    expect((await confirm(one, third, refusal.body.proposal.id)).body.status).toBe('refused');
    gateway.clock.setOffset(gateway.clock.offsetMs + 31 * DAY_MS);
    await removeUnusedFiles(gateway.deps);
    for (const file of Object.values(again)) expect(await isThere(file)).toBe(true);
  });
});
