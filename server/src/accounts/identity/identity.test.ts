import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { it } from '../../../../test/support/fixtures.ts';
import type { Seller, TestGateway } from '../../../../test/support/gateway.ts';
import {
  type Files,
  PDF,
  personFiles,
  photograph,
  submit,
  submitted,
  uploadDocument,
  uploaded,
} from '../../../../test/support/identity.ts';
import { findFile } from '../../files/store.ts';
import { removeUnusedFiles } from '../../files/sweep.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { ROLES, type TeamRole } from '../../kit/permissions.ts';
import { decideSubmit, MAX_SUBMISSIONS, type Submit, type SubmitState } from './submit.ts';

const stateOf = async (seller: Seller) => (await seller.call('GET', '/api/v1/account/identity')).body;

async function company(gateway: TestGateway): Promise<Seller> {
  const seller = await gateway.seller('Loja Ltda');
  await gateway.db.query(
    `update accounts set person_type = 'PJ', document = '12ABC34501DE35' where id = $1`,
    [seller.id],
  );
  return seller;
}

describe('what is asked', () => {
  it('of a person is the identity document, a selfie and, if they like, proof of address', async ({
    gateway,
  }) => {
    const seller = await gateway.seller();
    expect(await stateOf(seller)).toEqual({
      ...{ object: 'identity', state: 'missing', can_submit: true, submission: null },
      asked: [
        { kind: 'identity_front', required: true, picture_only: false, not_for: [] },
        { kind: 'identity_back', required: true, picture_only: false, not_for: ['passport'] },
        { kind: 'selfie', required: true, picture_only: true, not_for: [] },
        { kind: 'address_proof', required: false, picture_only: false, not_for: [] },
      ],
    });
  });

  it('of a company is what founded it and the identity document of who answers for it', async ({
    gateway,
  }) => {
    const seller = await company(gateway);
    const { asked } = await stateOf(seller);
    expect(asked.map(({ kind, required }: { kind: string; required: boolean }) => [kind, required])).toEqual([
      ['company_document', true],
      ['identity_front', true],
      ['identity_back', true],
      ['address_proof', false],
    ]);
    const front = await uploaded(seller, PDF);
    const files = { company_document: await uploaded(seller), identity_front: front, identity_back: front };
    expect(await submit(seller, files)).toMatchObject({ status: 201, body: { state: 'submitted' } });
  });
});

describe('a submission', () => {
  it('keeps its files, is on record, and never answers what is in them', async ({ gateway }) => {
    const seller = await gateway.seller();
    const files = await personFiles(seller);
    const sent = await submit(seller, files);
    expect(sent).toMatchObject({
      status: 201,
      body: {
        state: 'submitted',
        can_submit: true,
        submission: { identity_type: 'cnh', reasons: [], decided_at: null },
      },
    });
    expect(sent.body).toEqual(await stateOf(seller));
    expect(sent.body.submission.documents.map(({ kind, file_id }: Files) => [kind, file_id])).toEqual(
      Object.entries(files),
    );
    gateway.clock.setOffset(gateway.clock.offsetMs + 100 * DAY_MS);
    await removeUnusedFiles(gateway.deps);
    for (const id of Object.values(files))
      expect(await findFile(gateway.db, seller.id, id)).toMatchObject({ keep_until: null });
    const log = await seller.call('GET', '/api/v1/audit-log?action=identity.submitted');
    expect(log.body.data).toMatchObject([
      {
        target: { kind: 'identity', id: sent.body.submission.id },
        details: { documents: Object.keys(files) },
      },
    ]);
  });

  it('needs each document that is asked, once, as a file of its own', async ({ gateway }) => {
    const seller = await gateway.seller();
    const stranger = await gateway.seller();
    const files = await personFiles(seller);
    const { selfie: _, ...withoutSelfie } = files;
    const { identity_back: __, ...withoutBack } = files;
    const logo = await seller.call('POST', '/api/v1/files?purpose=dispute_document', PDF, {
      'content-type': 'application/pdf',
    });
    const theirs = await uploaded(stranger);
    const pdf = await uploaded(seller, PDF);
    const refusals: [Files, string, string?][] = [
      [withoutSelfie, 'needs selfie'],
      [withoutBack, 'needs identity_back'],
      [files, 'has identity_back, which is not asked for', 'passport'],
      [{ ...files, company_document: pdf }, 'has company_document, which is not asked for'],
      [{ ...files, selfie: pdf }, 'needs a picture for selfie, not a PDF'],
      [{ ...files, selfie: files.identity_front ?? '' }, 'has the same file for identity_front and selfie'],
      [
        { ...files, identity_back: files.identity_front ?? '' },
        'has the same file for identity_front and identity_back',
      ],
      ...[theirs, logo.body.id, 'nonsense', gateway.deps.ids.next()].map((id): [Files, string] => [
        { ...files, selfie: id },
        'has a file_id for selfie that is no uploaded identity_document',
      ]),
    ];
    for (const [wrong, message, type] of refusals) {
      const answer = await submit(seller, wrong, type ? { type } : {});
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR', details: { documents: message } },
      });
    }
    const twice = {
      identity_type: 'cnh',
      documents: [
        { kind: 'selfie', file_id: pdf },
        { kind: 'selfie', file_id: pdf },
      ],
    };
    expect((await seller.call('POST', '/api/v1/account/identity/submit', twice)).body.details).toEqual({
      documents: 'has a kind twice',
    });
    expect(await stateOf(seller)).toMatchObject({ state: 'missing' });
    const passport = await submit(seller, withoutBack, { type: 'passport' });
    expect(passport.status, passport.raw).toBe(201);
  });

  it('replaces the one before while nobody has looked, and lets its files go', async ({ gateway }) => {
    const seller = await gateway.seller();
    const first = await personFiles(seller);
    await submit(seller, first);
    const second = { ...first, selfie: await uploaded(seller) };
    const sent = await submit(seller, second);
    expect(sent.status, sent.raw).toBe(201);
    const kept = async (id = '') => (await findFile(gateway.db, seller.id, id))?.keep_until === null;
    expect([await kept(first.selfie), await kept(first.identity_front), await kept(second.selfie)]).toEqual([
      false,
      true,
      true,
    ]);
    const rows = await gateway.db.query(
      'select status from identity_submissions where account_id = $1 order by number',
      [seller.id],
    );
    expect(rows).toEqual([{ status: 'replaced' }, { status: 'submitted' }]);
  });

  it('sent twice at once leaves one that waits', async ({ gateway }) => {
    const seller = await gateway.seller();
    const [one, two] = [await personFiles(seller), await personFiles(seller)];
    const answers = await Promise.all([submit(seller, one), submit(seller, two), submit(seller, one)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const waiting = await gateway.db.query(
      `select 1 from identity_submissions where account_id = $1 and status = 'submitted'`,
      [seller.id],
    );
    expect(waiting).toHaveLength(1);
    const { submission } = await stateOf(seller);
    for (const { file_id: id } of submission.documents)
      expect(await findFile(gateway.db, seller.id, id)).toMatchObject({ keep_until: null });
  });

  it('has one effect under its key', async ({ gateway }) => {
    const seller = await gateway.seller();
    const files = await personFiles(seller);
    const headers = { 'idempotency-key': 'identity-1' };
    const [first, second] = [
      await submit(seller, files, { headers }),
      await submit(seller, files, { headers }),
    ];
    expect(second.raw).toBe(first.raw);
    const log = await seller.call('GET', '/api/v1/audit-log?action=identity.submitted');
    expect(log.body.data).toHaveLength(1);
  });

  it('is taken of an account that waits for its approval', async ({ gateway }) => {
    const seller = await gateway.seller();
    await gateway.db.query(`update accounts set status = 'pending' where id = $1`, [seller.id]);
    expect(await submitted(seller)).toEqual(expect.any(String));
  });

  it.each(['finance', 'support', 'developer', 'read_only'] as const satisfies readonly TeamRole[])(
    'is not for %s, who also has no way to a file',
    (role) => {
      expect(ROLES[role]).not.toContain('account:write');
    },
  );

  it('needs account:write of a key', async ({ gateway }) => {
    const seller = await gateway.seller();
    const bearer = { authorization: `Bearer ${seller.token}` };
    const scopes = ['account:read', 'files:write'];
    const key = await gateway.call('POST', '/api/v1/keys', { name: 'x', scopes }, bearer);
    const refused = await submit(seller, await personFiles(seller), {
      headers: { 'x-api-key': key.body.api_key },
    });
    expect(refused.body).toMatchObject({ code: 'FORBIDDEN', details: { permission: 'account:write' } });
  });

  it('is not made without end', () => {
    const account = { person_type: 'PF', identity_verified: false } as SubmitState['account'];
    const command = { documents: [], identityType: 'rg' } as unknown as Submit;
    const latest = { number: MAX_SUBMISSIONS, status: 'refused' } as SubmitState['latest'];
    const state = { account, latest, approvedFiles: [], files: new Map() };
    expect(decideSubmit(state, command, { now: new Date(0), keptDays: 30 })).toMatchObject({
      code: 'INVALID_STATE',
    });
  });
});

describe('a hostile file', () => {
  it('is refused for what it is', async ({ gateway }) => {
    const seller = await gateway.seller();
    const types = 'must be a PNG, JPEG or WebP picture, or a PDF';
    const bodies: [Buffer | string, string][] = [
      ['<html><script>alert(1)</script></html>', types],
      ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', types],
      ['MZ\u0090', types],
      ['PK\u0003\u0004', types],
      ['GIF89a', types],
      [Buffer.alloc(0), 'must be the bytes of a file'],
      [Buffer.alloc(5 * 1_024 * 1_024 + 1, '%PDF-'), 'must be at most 5 MB'],
      [
        Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(100)]),
        'is a picture that cannot be read, or has more than 25 megapixels',
      ],
    ];
    for (const [body, message] of bodies) {
      const answer = await uploadDocument(seller, body);
      expect(answer).toMatchObject({ status: 400, body: { details: { body: message } } });
    }
  });

  it('that is a picture and something else becomes a picture alone', async ({ gateway }) => {
    const seller = await gateway.seller();
    const script = Buffer.from('<script>alert(document.cookie)</script>%PDF-1.7');
    const place = await sharp(await photograph())
      .withExif({ IFD0: { Copyright: 'Rua das Flores' } })
      .jpeg()
      .toBuffer();
    const id = await uploaded(seller, Buffer.concat([place, script]));
    const file = await findFile(gateway.db, seller.id, id);
    if (!file) throw new Error('it was stored');
    const bytes = await gateway.deps.files.read(file);
    expect([bytes.includes('script'), bytes.includes('%PDF'), bytes.includes('Flores')]).toEqual([
      false,
      false,
      false,
    ]);
    const [row] = await gateway.db.query<{ data: Buffer }>('select data from files where id = $1', [id]);
    expect(row?.data.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))).toBe(false);
  });

  it('of a picture that decodes to more than memory holds is refused', async ({ gateway }) => {
    const seller = await gateway.seller();
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect((await uploadDocument(seller, bomb)).status).toBe(400);
  });
});
