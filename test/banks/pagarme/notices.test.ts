import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { cardRequest } from '../../../server/src/providers/contract.ts';
import { trustIn } from '../../../server/src/providers/http/certificates.ts';
import { openHttpClient } from '../../../server/src/providers/http/exchange.ts';
import { SigningKeys } from '../../../server/src/providers/pagarme/signing-keys.ts';
import { configOf, pagarmeUnderTest } from './account.ts';
import type { SignedNotice } from './main.ts';

const account = pagarmeUnderTest();
const HEADER = 'x-webhook-asymmetric-signature';
let reference: string;
let charge: string;

beforeAll(() => {
  reference = account.newReference();
});

async function notice(type = 'charge.paid'): Promise<SignedNotice> {
  if (!charge) {
    const answer = await account.cards().authorise(cardRequest(reference, await account.there().token()));
    charge = answer.outcome === 'approved' ? answer.providerReference : '';
  }
  return account.there().noticeOf(charge, type);
}

function read(
  { body, signature }: SignedNotice,
  headers: Record<string, string | string[]> = { [HEADER]: signature },
) {
  return account.cards().remote.readNotice({ headers, rawBody: Buffer.from(body), body: JSON.parse(body) });
}

describe('a notice', () => {
  it.each([
    ['charge.paid', 'payment'],
    ['charge.refunded', 'payment'],
    ['charge.chargedback', 'dispute'],
  ] as const)('%s names the payment by our reference', async (type, about) => {
    expect(await read(await notice(type))).toEqual([{ reference, about }]);
  });

  it('that names the charge alone is completed at the acquirer', async () => {
    await notice();
    const body = JSON.stringify({ type: 'charge.paid', data: { id: charge } });
    expect(await read(await account.there().sign(body))).toEqual([{ reference, about: 'payment' }]);
    await account.there().behave({ faults: [{ kind: 'fail before', on: 'charge.get', times: 1 }] });
    await expect(read(await account.there().sign(body))).rejects.toThrow('cannot be asked now');
  });

  it('of an order names the payment, and one of something else names nothing', async () => {
    const order = JSON.stringify({ type: 'order.paid', data: { id: 'or_1', code: reference, charges: [] } });
    expect(await read(await account.there().sign(order))).toEqual([{ reference, about: 'payment' }]);
    for (const other of [
      { type: 'recipient.created', data: { id: 're_1' } },
      { type: 'charge.paid' },
      'x',
      [],
    ]) {
      expect(await read(await account.there().sign(JSON.stringify(other)))).toEqual([]);
    }
  });

  it('is refused when its body was changed, by one byte', async () => {
    const { body, signature } = await notice();
    expect(await read({ body: `${body} `, signature })).toBeNull();
    expect(await read({ body: body.replace('"paid"', '"fail"'), signature })).toBeNull();
  });

  it('is refused without a signature, with two, and with another algorithm', async () => {
    const own = await notice();
    const { signature } = own;
    expect(await read(own, {})).toBeNull();
    expect(await read(own, { [HEADER]: [signature, signature] })).toBeNull();
    for (const alg of ['none', 'HS256', 'PS256']) {
      expect(await read({ ...own, signature: signature.replace('RS256', alg) })).toBeNull();
    }
    expect(await read({ ...own, signature: signature.replace(/signature=.*/, 'signature=') })).toBeNull();
  });

  it('is refused when another key signed it, also under a known name', async () => {
    const own = await notice();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const forged = sign('RSA-SHA256', Buffer.from(own.body), privateKey).toString('base64url');
    const underKnown = own.signature.replace(/signature=.*/, `signature=${forged}`);
    expect(await read({ ...own, signature: underKnown })).toBeNull();
    expect(await read({ ...own, signature: underKnown.replace(/kid=[^;]*/, 'kid=unknown') })).toBeNull();
  });
});

describe('the keys of the acquirer', () => {
  function keysAt(monotonicMs: () => number) {
    const { authorities, keysUrl } = configOf(account.there());
    const http = openHttpClient(trustIn(authorities));
    return { keys: new SigningKeys({ url: keysUrl, http }, monotonicMs), close: () => http.close() };
  }

  it('are asked for once, and again for a new one, but not for each that is invented', async () => {
    let nowMs = 0;
    const { keys, close } = keysAt(() => nowMs);
    const first = await account.there().rotateKeys();
    expect(await keys.get(first)).not.toBeNull();
    const second = await account.there().rotateKeys();
    // So soon after the last question no notice may make us ask.
    expect(await keys.get(second)).toBeNull();
    expect(await keys.get('invented')).toBeNull();
    nowMs += 301_000;
    expect(await keys.get('invented')).toBeNull();
    expect(await keys.get(second)).toMatchObject({ type: 'public' });
    close();
  });

  it('stay known while they cannot be asked for, and are unknown before the first answer', async () => {
    let nowMs = 0;
    const { keys, close } = keysAt(() => nowMs);
    const id = await account.there().rotateKeys();
    await account.there().behave({ faults: [{ kind: 'fail before', on: 'keys', status: 503 }] });
    expect(await keys.get(id)).toBeUndefined();
    nowMs += 11_000;
    await account.there().behave({ faults: [] });
    expect(await keys.get(id)).toMatchObject({ type: 'public' });
    await account.there().behave({ faults: [{ kind: 'drop before', on: 'keys' }] });
    nowMs += 25 * 3_600_000;
    expect(await keys.get(id)).toMatchObject({ type: 'public' });
    expect(await keys.get('unknown')).toBeNull();
    close();
  });

  it('that cannot be read make a notice come again', async () => {
    const own = await notice();
    await account.there().behave({ faults: [{ kind: 'fail before', on: 'keys', times: 1 }] });
    await expect(read(own)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  });
});
