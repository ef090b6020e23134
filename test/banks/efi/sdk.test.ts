import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import EfiPay from 'sdk-node-apis-efi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, civilDateOf } from '../../../server/src/brazil/calendar.ts';
import { cents } from '../../../server/src/kit/money.ts';
import { registerWebhook } from '../../../server/src/providers/efi/payouts.ts';
import { type Account, openAccount } from './account.ts';
import type { Seen } from './bank.ts';

/** Efí's own client works with the simulator, and asks as our adapter asks. */
let account: Account;
let sdk: EfiPay;
const request = https.request;

beforeAll(async () => {
  account = await openAccount({}, { noticeUrl: 'https://127.0.0.1:1/callbacks/efi' });
  leadToSimulator();
  const { efi } = account;
  const { clientId: client_id, clientSecret: client_secret } = efi;
  sdk = new EfiPay({ client_id, client_secret, sandbox: true, certificate: efi.client.pfxFile });
});
afterAll(async () => {
  https.request = request;
  const { violations, ownViolations } = await account.efi.state();
  expect({ violations, ownViolations }).toEqual({ violations: [], ownViolations: [] });
  await account.stop();
});

/** The client's addresses are fixed: its connections to them end at the simulator. */
function leadToSimulator(): void {
  const { chargesUrl, pixUrl, caFile } = account.efi;
  const ca = readFileSync(caFile);
  const ports: Record<string, string> = {
    'cobrancas-h.api.efipay.com.br': new URL(chargesUrl).port,
    'pix-h.api.efipay.com.br': new URL(pixUrl).port,
  };
  https.request = ((options: https.RequestOptions, ...rest: never[]) => {
    const port = ports[String(options.hostname ?? options.host)];
    if (port === undefined) throw new Error(`a connection to ${options.hostname}`);
    const local = { hostname: '127.0.0.1', host: '127.0.0.1', port, servername: 'localhost', ca };
    return request({ ...options, ...local }, ...rest);
  }) as typeof https.request;
}

const reference = () => randomUUID();
const TERMS = {
  ...{ dueDate: '2030-01-10', payableDaysAfterDue: 30 },
  ...{ fineBasisPoints: 200, interestMonthlyBasisPoints: 100 },
  discount: { until: '2030-01-05', basisPoints: 500 },
};
const ADDRESS = {
  ...{ postal_code: '01310100', street: 'Avenida Paulista', number: '1000', complement: 'sala 2' },
  ...{ district: 'Bela Vista', city: 'São Paulo', state: 'SP' as const },
};

async function registered(own: string): Promise<number> {
  const answer = await account.boletos.registerBoleto({
    reference: own,
    ourNumber: '1',
    amountCents: cents(8_900n),
    merchantName: 'Loja',
    description: 'Pedido 7',
    payer: { name: 'Ana Souza', document: '52998224725', email: null, phone: null, address: ADDRESS },
    terms: TERMS,
    createdAt: new Date(),
  });
  if (!answer.ok) throw new Error(answer.reason);
  return Number(answer.boleto.bankReference);
}

/** The first request of one kind that came since, without the name that each gives to its own object. */
async function firstSince(count: number, operation: Seen['operation'], name: string): Promise<Seen> {
  const { seen } = await account.efi.state();
  const first = seen.slice(count).find((each) => each.operation === operation);
  if (!first) throw new Error(`no ${operation} came`);
  const text = JSON.stringify(first).replaceAll(name, 'NAME').replaceAll(name.replaceAll('-', ''), 'NAME');
  return JSON.parse(text) as Seen;
}
const seenCount = async () => (await account.efi.state()).seen.length;

describe("Efí's own client and our adapter", () => {
  it('register a boleto with the same request', async () => {
    const [ours, theirs] = [reference(), reference()];
    const before = await seenCount();
    await registered(ours);
    const middle = await seenCount();
    const answer = await sdk.createOneStepCharge({
      items: [{ name: 'Pedido 7', value: 8_900, amount: 1 }],
      metadata: { custom_id: theirs, notification_url: 'https://127.0.0.1:1/callbacks/efi' },
      payment: {
        banking_billet: {
          customer: {
            name: 'Ana Souza',
            cpf: '52998224725',
            address: {
              ...{ street: 'Avenida Paulista', number: '1000', neighborhood: 'Bela Vista' },
              ...{ zipcode: '01310100', city: 'São Paulo', state: 'SP', complement: 'sala 2' },
            },
          },
          expire_at: '2030-01-10',
          conditional_discount: { type: 'percentage', value: 500, until_date: '2030-01-05' },
          configurations: { days_to_write_off: 30, fine: 200, interest: 33 },
        },
      },
    });
    expect(answer).toMatchObject({ code: 200, data: { status: 'waiting', total: 8_900 } });
    expect(await firstSince(before, 'charge.create', ours)).toEqual(
      await firstSince(middle, 'charge.create', theirs),
    );
  });

  it('find, move and cancel it with the same requests', async () => {
    const own = reference();
    const id = await registered(own);
    const name = {
      ...{ reference: own, ourNumber: '1', bankReference: String(id) },
      ...{ dueDate: TERMS.dueDate, createdAt: new Date() },
    };
    const before = await seenCount();
    await account.boletos.remote.changeDueDate(name, '2030-02-10');
    await account.boletos.remote.cancelBoleto(name);
    const middle = await seenCount();
    const other = await registered(reference());
    const detail = await sdk.detailCharge({ id: other });
    expect(detail).toMatchObject({ data: { charge_id: other, status: 'waiting' } });
    await sdk.updateBillet({ id: other }, { expire_at: '2030-02-10' });
    await sdk.cancelCharge({ id: other });
    for (const operation of ['charge.detail', 'charge.billet', 'charge.cancel'] as const) {
      expect(await firstSince(before, operation, String(id))).toEqual(
        await firstSince(middle, operation, String(other)),
      );
    }
    await expect(sdk.cancelCharge({ id: other })).rejects.toMatchObject({ code: 3_500_043 });
  });

  it('list what was paid with the same request, and read the same notification', async () => {
    const own = reference();
    const id = await registered(own);
    const charge = await account.efi.payCharge(id, { value: 8_455 });
    const today = civilDateOf(new Date());
    const before = await seenCount();
    await account.boletos.remote.paidBoletos({ from: addDays(today, -1), until: today, page: 0 });
    const rawBody = Buffer.from(`notification=${charge.token}`);
    await account.boletos.remote.readNotice({ headers: {}, rawBody, body: undefined });
    const middle = await seenCount();
    const listed = await sdk.listCharges({
      ...{ charge_type: 'billet', begin_date: addDays(today, -1), end_date: today },
      ...{ date_of: 'payment', limit: 100 },
    });
    expect(listed.data).toContainEqual(expect.objectContaining({ id, status: 'paid', custom_id: own }));
    const { data } = await sdk.getNotification({ token: charge.token });
    expect(data.at(-1)).toMatchObject({ status: { current: 'paid' }, value: 8_455 });
    for (const operation of ['charge.list', 'notification'] as const) {
      expect(await firstSince(before, operation, own)).toEqual(await firstSince(middle, operation, own));
    }
  });

  it('send a payout, find it and ask for the balance with the same requests', async () => {
    const url = 'https://127.0.0.1:1/callbacks/efi';
    const [ours, theirs] = [reference(), reference()];
    const before = await seenCount();
    await registerWebhook(account.payouts.sending, url);
    const sent = await account.payouts.payout({
      reference: ours,
      amountCents: cents(1_234n),
      pixKey: 'ana@example.com',
      ownerDocument: '52998224725',
      description: 'Saque',
    });
    const found = await account.payouts.remote.findPayout({ reference: ours, bankReference: null });
    expect(found).toEqual(sent);
    await account.payouts.remote.bankBalance();
    const middle = await seenCount();
    const { pixKey: chave } = account.efi;
    const idEnvio = theirs.replaceAll('-', '');
    await sdk.pixConfigWebhook({ chave }, { webhookUrl: url });
    const answer = await sdk.pixSend(
      { idEnvio },
      {
        valor: '12.34',
        pagador: { chave, infoPagador: 'Saque' },
        favorecido: { chave: 'ana@example.com', cpf: '52998224725' },
      },
    );
    expect(answer).toMatchObject({ idEnvio, valor: '12.34', status: 'EM_PROCESSAMENTO' });
    expect(await sdk.pixSendDetailId({ idEnvio })).toMatchObject({ endToEndId: answer.endToEndId });
    expect(await sdk.getAccountBalance({ bloqueios: true })).toMatchObject({ saldo: '999975.32' });
    for (const operation of ['webhook.put', 'pix.send', 'pix.find', 'balance'] as const) {
      expect(await firstSince(before, operation, ours)).toEqual(await firstSince(middle, operation, theirs));
    }
  });

  it('list what was sent with the same request', async () => {
    const from = new Date('2026-11-01T00:00:00Z');
    const until = new Date('2026-11-30T00:00:00Z');
    const before = await seenCount();
    await account.payouts.remote.sentPayouts({ from, until, page: 0 });
    const middle = await seenCount();
    await sdk.pixSendList({
      ...{ inicio: '2026-11-01T00:00:00Z', fim: '2026-11-30T00:00:00Z' },
      ...{ 'paginacao.paginaAtual': 0, 'paginacao.itensPorPagina': 100 },
    });
    expect(await firstSince(before, 'pix.list', 'none')).toEqual(
      await firstSince(middle, 'pix.list', 'none'),
    );
  });
});
