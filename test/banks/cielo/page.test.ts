import { describe, expect, it } from 'vitest';
import { createLog } from '../../../server/src/kit/log.ts';
import { Secret } from '../../../server/src/kit/secrets.ts';
import type { CardProvider } from '../../../server/src/providers/card.ts';
import { openCielo } from '../../../server/src/providers/cielo/open.ts';
import { cardRequest } from '../../../server/src/providers/contract.ts';
import { BRASPAG, cieloConfig, cieloUnderTest, storedAt } from './acquirer.ts';

const acquirer = cieloUnderTest();
const { cards, cielo } = acquirer;
const log = createLog('silent');

describe('the page of the payer', () => {
  it('gets a key for each card, and a token for 3DS', async () => {
    const { entry } = cards().remote;
    const [one, two] = [await entry.open(), await entry.open()];
    expect(one).toMatchObject({
      ok: true,
      settings: {
        ...{ environment: 'sandbox', accessToken: expect.any(String) },
        script: `${cielo().pageUrl}/post/scripts/sop.js`,
        ...{ authenticationEnvironment: 'SDB', authenticationToken: expect.stringMatching(/^mpi-/) },
      },
    });
    expect(one.ok && two.ok && one.settings.accessToken !== two.settings.accessToken).toBe(true);
    const sent = JSON.stringify(one);
    for (const secret of [cielo().settings.merchantKey, cielo().settings.clientSecret])
      expect(sent).not.toContain(secret);
  });

  it('may call the acquirer alone; with 3DS the bank of the payer opens in a frame', async () => {
    const { pageUrl } = cielo();
    expect(cards().remote.entry).toMatchObject({
      ...{ dialect: 'cielo', questionnaire: 'A-EP' },
      sources: { scripts: [pageUrl], connects: [pageUrl], frames: ['https:'] },
    });
    const without = openCielo(cieloConfig(cielo(), { authentication: null }), { log });
    expect(without.remote.entry.sources.frames).toEqual([]);
    const opened = await without.remote.entry.open();
    expect(opened.ok && Object.keys(opened.settings)).toEqual(['script', 'accessToken', 'environment']);
    await without.close();
  });

  it.each(['token', 'page', 'mpi'] as const)('is not available while %s fails', async (on) => {
    await cielo().behave({ faults: [{ kind: 'fail before', on, status: 503 }] });
    expect(await cards().remote.entry.open()).toMatchObject({ ok: false, kind: 'unavailable' });
    expect(cards().remote.accepts()).toBe(true);
  });

  it('sends what 3DS said with the payment', async () => {
    const authentication = {
      ...{ version: '2', eci: '05', cavv: 'AAABB2gHA1B5EFNjWQcDAAAAAAB=', xid: null },
      ...{ directoryServerId: null, acquirerReference: 'a24a5d87-b1a1-4aef-a37b-2f30b91274e6' },
    };
    const request = cardRequest(acquirer.newReference(), await acquirer.type('4111111111111111'));
    await cards().authorise({ ...request, authentication });
    expect((await cielo().paymentsOf(request.reference.replaceAll('-', '')))[0]?.body).toMatchObject({
      Payment: { Authenticate: true, ExternalAuthentication: { Eci: '05', Cavv: authentication.cavv } },
    });
  });
});

describe('stored cards', () => {
  const payer = {
    ...{ name: 'Ana', document: null, email: null, phone: null, address: null },
    ...{ ip: null, deviceSession: null },
  };
  const store = async (number: string) => {
    const source = await storedAt(cielo(), cards(), number);
    const answer = await cards().vault?.storeCard({ reference: 'R', source, payer });
    return answer?.ok ? answer.card : null;
  };

  it('are stored by the script of the page, read by their token, and pay', async () => {
    const card = await store('5555555555554444');
    expect(card).toMatchObject({ brand: 'mastercard', lastFour: '4444', month: 12, year: 2040 });
    if (!card) throw new Error('it was stored');
    const source = { kind: 'stored' as const, id: card.id, brand: card.brand, lastFour: card.lastFour };
    for (const initiatedBy of ['payer', 'merchant'] as const) {
      const request = cardRequest(acquirer.newReference(), source);
      const answer = await cards().authorise({ ...request, initiatedBy });
      expect(answer.outcome).toBe('approved');
    }
    expect(await cards().vault?.removeCard(card.id)).toEqual({ ok: true });
  });

  it.each([
    ['5555555555554444', { ok: true, refusal: null }],
    ['4111111111111111', { ok: true, refusal: { code: '57', retry: 'never' } }],
  ])('are verified without an amount: %s', async (number, answer) => {
    const card = await store(number);
    const source = {
      kind: 'stored' as const,
      id: card?.id ?? '',
      brand: card?.brand ?? 'visa',
      lastFour: '',
    };
    expect(await cards().vault?.verifyCard?.(source)).toMatchObject(answer);
  });

  it('that are none are refused', async () => {
    const { vault } = cards();
    const source = { kind: 'token' as const, token: 'x', holder: '', brand: 'visa', lastFour: '' };
    expect(await vault?.storeCard({ reference: 'R', source, payer })).toMatchObject({ kind: 'refused' });
    const stored = { kind: 'stored' as const, id: 'x', brand: 'visa', lastFour: '' };
    expect(await vault?.verifyCard?.(stored)).toMatchObject({ ok: false, kind: 'refused' });
    expect(await vault?.verifyCard?.({ ...stored, brand: 'amex' })).toMatchObject({ kind: 'refused' });
  });

  it('are none of Braspag, which keeps them at a service of its own', async () => {
    const braspag = openCielo(cieloConfig(cielo(), BRASPAG), { log });
    expect(braspag.vault).toBeNull();
    await braspag.close();
  });
});

describe('a notice', () => {
  const notice = (body: unknown, headers = {}) => ({ headers, rawBody: Buffer.alloc(0), body });
  async function paid() {
    const request = cardRequest(acquirer.newReference(), await acquirer.type('4111111111111111'));
    const answer = await cards().authorise(request);
    const PaymentId = answer.outcome === 'approved' ? answer.providerReference : '';
    return { reference: request.reference, PaymentId };
  }

  it.each([
    [1, 'payment'],
    [3, 'payment'],
    [5, 'payment'],
    [7, 'dispute'],
    [8, 'dispute'],
  ])('of change %i names the attempt, which the acquirer was asked for', async (ChangeType, about) => {
    const { reference, PaymentId } = await paid();
    const hints = await cards().remote.readNotice(notice({ PaymentId: PaymentId.toUpperCase(), ChangeType }));
    expect(hints).toEqual([{ reference, about }]);
  });

  it('of a recurrence names nothing; another one is none', async () => {
    const { PaymentId } = await paid();
    const { readNotice } = cards().remote;
    expect(await readNotice(notice({ PaymentId, RecurrentPaymentId: PaymentId, ChangeType: 4 }))).toEqual([]);
    for (const body of [null, [], 'x', { PaymentId }, { PaymentId: '../x', ChangeType: 1 }])
      expect(await readNotice(notice(body))).toBeNull();
  });

  it('keeps the name it has while the acquirer does not answer', async () => {
    const { PaymentId } = await paid();
    await cielo().behave({ faults: [{ kind: 'fail before', on: 'payment' }] });
    const hints = await cards().remote.readNotice(notice({ PaymentId, ChangeType: 1 }));
    expect(hints).toEqual([{ providerReference: PaymentId, about: 'payment' }]);
  });

  it('about an order that was paid twice, or a refund that was denied, is reported', async () => {
    const { PaymentId } = await paid();
    const { readNotice } = cards().remote;
    const second = await cielo().duplicate(PaymentId);
    await readNotice(notice({ PaymentId: second, ChangeType: 1 }));
    expect(acquirer.logged()).toContain('one order has several payments');
    await readNotice(notice({ PaymentId, ChangeType: 5 }));
    expect(acquirer.logged()).toContain('denies a cancellation');
  });

  it('needs its header where one was agreed', async () => {
    const { PaymentId } = await paid();
    const noticeHeader = { name: 'x-guiche', value: new Secret('agreed-value') };
    const strict: CardProvider & { close(): Promise<void> } = openCielo(
      cieloConfig(cielo(), { noticeHeader }),
      { log },
    );
    const body = { PaymentId, ChangeType: 1 };
    const read = (headers: object) => strict.remote?.readNotice(notice(body, headers));
    for (const headers of [{}, { 'x-guiche': 'another' }, { 'x-guiche': ['agreed-value', 'agreed-value'] }])
      expect(await read(headers)).toBeNull();
    expect(await read({ 'x-guiche': 'agreed-value' })).toHaveLength(1);
    await strict.close();
  });
});

describe('no secret and no payer', () => {
  it('is in a log line or in the name of a call, whatever the acquirer quotes', async () => {
    await cielo().behave({ quotes: true });
    const request = cardRequest(acquirer.newReference(), await acquirer.type('4111111111111111'));
    await cards().authorise({ ...request, installments: 0 });
    await cards().authorise({ ...request, reference: 'not a reference' });
    const { source, payer } = request;
    const { merchantKey, clientSecret } = cielo().settings;
    const token = source.kind === 'token' ? source.token : '';
    for (const word of [merchantKey, clientSecret, token, payer.name, payer.document, payer.email])
      expect(acquirer.logged()).not.toContain(word);
    expect(acquirer.observed().map(({ operation }) => operation)).toContain('authorise');
    expect(JSON.stringify(cards().sales.config)).not.toContain(merchantKey);
  });
});
