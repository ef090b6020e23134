import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { it } from '../../../../test/support/fixtures.ts';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { startObjectStore } from '../../../../test/support/object-store.ts';
import { systemActor } from '../../audit/record.ts';
import { findAnyFile, findFile, keepFile, lockFile, releaseFile } from '../../files/store.ts';
import { removeUnusedFiles } from '../../files/sweep.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { done, rowWrite } from '../../write/effects.ts';
import { decideUpload } from './upload.ts';

const PDF = Buffer.from('%PDF-1.7\n% a document');

const picture = (side = 20) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#a01020' } })
    .png()
    .toBuffer();

function upload(
  seller: Seller,
  purpose: string,
  body: Buffer | string,
  headers: Record<string, string> = {},
) {
  const type = { 'content-type': 'application/octet-stream' };
  return seller.call('POST', `/api/v1/files?purpose=${purpose}`, body, { ...type, ...headers });
}

async function contentOf({ deps }: TestGateway, seller: Seller, id: string): Promise<Buffer> {
  const file = await findFile(deps.db, seller.id, id);
  if (!file) throw new Error('there is no such file');
  return deps.files.read(file);
}

const keep = (gateway: TestGateway, seller: Seller, id: string) =>
  gateway.deps.writer.commit({
    load: (tx) => lockFile(tx, seller.id, id, 'logo'),
    decide: (file) =>
      done(file?.id, { rows: file ? [rowWrite(keepFile, { accountId: seller.id, id })] : [] }),
  });

describe('an upload', () => {
  it('answers what was stored, by what the bytes are and not by what the header says', async ({
    gateway,
  }) => {
    const seller = await gateway.seller();
    const sent = await upload(seller, 'logo', await picture(800), { 'content-type': 'image/webp' });
    expect(sent.status, sent.raw).toBe(201);
    expect(sent.body).toMatchObject({
      ...{ object: 'file', purpose: 'logo', content_type: 'image/jpeg', width: 512, height: 512, name: null },
      expires_at: new Date(Date.parse(sent.body.created_at) + DAY_MS).toISOString(),
    });
    const bytes = await contentOf(gateway, seller, sent.body.id);
    expect(bytes.length).toBe(sent.body.size);
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    expect(await gateway.db.query('select data from files where id = $1', [sent.body.id])).toEqual([
      { data: bytes },
    ]);
  });

  it('is refused with the field when it is not what its purpose takes', async ({ gateway }) => {
    const seller = await gateway.seller();
    const refusals = [
      [await upload(seller, 'logo', PDF), 'must be a PNG, JPEG or WebP picture'],
      [await upload(seller, 'logo', '<svg/>'), 'must be a PNG, JPEG or WebP picture'],
      [await upload(seller, 'identity_document', 'MZ'), 'must be a PNG, JPEG or WebP picture, or a PDF'],
      [await upload(seller, 'logo', Buffer.alloc(0)), 'must be the bytes of a file'],
      [
        await upload(seller, 'logo', Buffer.from('89504e470d0a1a0aff', 'hex')),
        'is a picture that cannot be read, or has more than 25 megapixels',
      ],
      [await upload(seller, 'logo', Buffer.alloc(5 * 1_024 * 1_024 + 1)), 'must be at most 5 MB'],
      [
        await upload(seller, 'logo', '{}', { 'content-type': 'application/json' }),
        'Content-Type must be one of image/png, image/jpeg, image/webp, application/pdf, application/octet-stream',
      ],
    ] as const;
    for (const [{ status, body }, message] of refusals) {
      expect({ status, code: body.code, details: body.details }).toEqual({
        ...{ status: 400, code: 'VALIDATION_ERROR', details: { body: message } },
      });
    }
    const unknown = await upload(seller, 'passport', PDF);
    expect(unknown.body.details).toHaveProperty('purpose');
    expect((await upload(seller, 'logo', PDF, { 'x-api-key': 'guiche_wrong' })).status).toBe(401);
    expect(await gateway.db.query('select 1 from files where account_id = $1', [seller.id])).toEqual([]);
  });

  it('has one effect under its key, and another body is refused', async ({ gateway }) => {
    const seller = await gateway.seller();
    const body = await picture();
    const key = { 'idempotency-key': 'logo-1' };
    const [first, second] = [
      await upload(seller, 'logo', body, key),
      await upload(seller, 'logo', body, key),
    ];
    expect(second.raw).toBe(first.raw);
    expect(second.headers['idempotent-replayed']).toBe('true');
    const other = await upload(seller, 'logo', await picture(30), key);
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const log = await seller.call('GET', '/api/v1/audit-log?action=file.uploaded');
    expect(log.body.data).toHaveLength(1);
  });

  it('needs the scope files:write', async ({ gateway }) => {
    const seller = await gateway.seller();
    const bearer = { authorization: `Bearer ${seller.token}` };
    const key = await gateway.call('POST', '/api/v1/keys', { name: 'x', scopes: ['charges:read'] }, bearer);
    const refused = await upload(seller, 'logo', await picture(), { 'x-api-key': key.body.api_key });
    expect(refused.body).toMatchObject({ code: 'FORBIDDEN', details: { permission: 'files:write' } });
  });

  it('of a document is sealed where it is stored', async ({ gateway }) => {
    const seller = await gateway.seller();
    const sent = await seller.call(
      'POST',
      '/api/v1/files?purpose=identity_document&name=RG%20frente.pdf',
      PDF,
      {
        'content-type': 'application/pdf',
      },
    );
    expect(sent.body).toMatchObject({ content_type: 'application/pdf', width: null, name: 'RG frente.pdf' });
    const [row] = await gateway.db.query<{ data: Buffer }>('select data from files where id = $1', [
      sent.body.id,
    ]);
    expect(row?.data.includes('PDF')).toBe(false);
    expect(await contentOf(gateway, seller, sent.body.id)).toEqual(PDF);
  });

  it('is bounded for the account, by number and by bytes', () => {
    const file = { account_id: 'a', id: 'f', purpose: 'logo', size: 1_000 } as Parameters<
      typeof decideUpload
    >[1];
    const by = systemActor('a');
    const of = (files: bigint, bytes: bigint) =>
      decideUpload({ earlier: null, usage: { files, bytes } }, file, by);
    expect(of(99n, 0n)).toHaveProperty('result');
    expect(of(100n, 0n)).toMatchObject({ code: 'FILE_LIMIT_REACHED' });
    expect(of(0n, 524_288_000n - 1_000n)).toHaveProperty('result');
    expect(of(0n, 524_288_000n - 999n)).toMatchObject({ code: 'FILE_LIMIT_REACHED' });
  });
});

describe('a file', () => {
  it('that nothing refers to is removed after a day, one that is kept stays until it was released', async ({
    gateway,
  }) => {
    const seller = await gateway.seller();
    const { deps, db, clock } = gateway;
    const [unused, used] = [
      await upload(seller, 'logo', await picture()),
      await upload(seller, 'logo', await picture()),
    ];
    expect(await keep(gateway, seller, used.body.id)).toBe(used.body.id);
    const stranger = await gateway.seller();
    expect(await keep(gateway, stranger, used.body.id)).toBeUndefined();
    clock.setOffset(clock.offsetMs + DAY_MS + 1);
    await removeUnusedFiles(deps);
    expect(await findAnyFile(db, seller.id, unused.body.id)).toBeNull();
    expect(await keep(gateway, seller, unused.body.id)).toBeUndefined();
    expect(await findFile(db, seller.id, used.body.id)).not.toBeNull();
    const released = { accountId: seller.id, id: used.body.id, now: clock.now() };
    await deps.writer.commit({
      load: async () => null,
      decide: () => done(null, { rows: [rowWrite(releaseFile, released)] }),
    });
    clock.setOffset(clock.offsetMs + 29 * DAY_MS);
    await removeUnusedFiles(deps);
    expect(await findFile(db, seller.id, used.body.id)).not.toBeNull();
    clock.setOffset(clock.offsetMs + 2 * DAY_MS);
    await removeUnusedFiles(deps);
    expect(await findAnyFile(db, seller.id, used.body.id)).toBeNull();
  });
});

describe('with an object store', () => {
  it('content lies there and not in the database, survives an outage of the store, and goes with its row', async () => {
    const store = await startObjectStore();
    const gateway = await startGateway({ environment: store.environment });
    try {
      const seller = await gateway.seller();
      const place = (id: string) => `/guiche-files/${seller.id}/${id}`;
      const sent = await upload(seller, 'dispute_document', PDF);
      expect(sent.status, sent.raw).toBe(201);
      const { id } = sent.body;
      expect(await gateway.db.query('select data from files where id = $1', [id])).toEqual([{ data: null }]);
      expect(store.objects.get(place(id))?.includes('PDF')).toBe(false);
      expect(await contentOf(gateway, seller, id)).toEqual(PDF);

      const key = { 'idempotency-key': 'while-down' };
      store.setDown(true);
      const failed = await upload(seller, 'dispute_document', PDF, key);
      expect(failed).toMatchObject({ status: 500, body: { code: 'STORAGE_UNAVAILABLE' } });
      const [left] = await gateway.db.query<{ id: string }>('select id from files where not is_stored');
      expect(await findFile(gateway.db, seller.id, left?.id ?? '')).toBeNull();
      store.setDown(false);
      const again = await upload(seller, 'dispute_document', PDF, key);
      expect(again.body.id).toBe(left?.id);
      expect(await contentOf(gateway, seller, again.body.id)).toEqual(PDF);
      const log = await seller.call('GET', '/api/v1/audit-log?action=file.uploaded');
      expect(log.body.data).toHaveLength(2);

      // What was changed in the store is not served.
      store.objects.set(place(id), Buffer.alloc(60));
      await expect(contentOf(gateway, seller, id)).rejects.toThrow();
      gateway.clock.setOffset(DAY_MS + 1);
      expect(await removeUnusedFiles(gateway.deps)).toBe(2);
      expect(store.objects.size).toBe(0);
      expect(store.requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(2);
    } finally {
      await gateway.stop();
      await store.stop();
    }
  });
});
