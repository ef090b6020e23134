import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dueDateFactor } from '../../server/src/brazil/boleto-code.ts';
import { compareBoletos } from '../../server/src/charges/boletos/comparison.ts';
import { MINUTE_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import { fileReference } from '../../server/src/providers/cnab/title.ts';
import { registerWebhook } from '../../server/src/providers/efi/payouts.ts';
import { openInterBoletos } from '../../server/src/providers/inter/boletos.ts';
import { openInterPayouts } from '../../server/src/providers/inter/payouts.ts';
import { isBank, type Rails } from '../../server/src/providers/rails.ts';
import { openAccount } from '../banks/efi/account.ts';
import { startInter } from '../banks/inter/inter.ts';
import { ADDRESS, addCnab, BANK, COMPANY_DOCUMENT, upload } from '../support/cnab-gateway.ts';
import { daysLater } from '../support/due-days.ts';
import { bytesOfLines, FakeBank } from '../support/file-bank.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { interConfig } from '../support/inter-provider.ts';
import { until } from '../support/until.ts';

/** A bank at work behind a gateway: what a payer and the bank do there. */
type House = {
  rails?: (rails: Rails) => Rails;
  /** After the gateway has started. */
  join?(gateway: TestGateway): Promise<void>;
  registers?(id: string): Promise<void>;
  pays(id: string, seller: Seller): Promise<void>;
  settles?(withdrawalId: string): Promise<void>;
  close?(): Promise<void>;
};

const houses: Record<string, () => Promise<House>> = {
  sandbox: async () => ({
    pays: async (id, seller) => void (await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`)),
  }),
  inter: async () => {
    const inter = await startInter();
    const options = { log: silent, tokens: null };
    const boletos = openInterBoletos(interConfig(inter), options);
    const payouts = openInterPayouts(interConfig(inter), options);
    return {
      rails: (rails) => ({ ...rails, boleto: [boletos], payout: [payouts] }),
      async pays() {
        const { cobrancas } = await inter.state();
        await inter.receive(cobrancas.at(-1)?.codigoSolicitacao ?? '', 'BOLETO', 15_000);
      },
      close: async () => void (await Promise.all([boletos.close(), payouts.close(), inter.stop()])),
    };
  },
  efi: async () => {
    const account = await openAccount();
    await registerWebhook(account.payouts.sending, 'https://guiche.example/payouts');
    return {
      rails: (rails) => ({ ...rails, boleto: [account.boletos], payout: [account.payouts] }),
      async pays(id) {
        const { charges } = await account.efi.state();
        await account.efi.payCharge(charges.find(({ customId }) => customId === id)?.id ?? 0);
      },
      settles: async (id) => void (await account.efi.finishSent(id.replaceAll('-', ''), 'REALIZADO')),
      close: () => account.stop(),
    };
  },
  files: filesOfBradesco,
};

async function filesOfBradesco(): Promise<House> {
  const bank = new FakeBank('237', COMPANY_DOCUMENT);
  const day = new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' }).replaceAll('/', '');
  let gateway: TestGateway;
  let operator: Seller;
  const book = async () => {
    const uploaded = await upload(operator.call, bytesOfLines(bank.returnFile()));
    await operator.call('POST', `/api/v1/admin/bank-files/${uploaded.body.id}/book`);
  };
  return {
    async join(started) {
      gateway = started;
      operator = await gateway.operator();
      addCnab(gateway, 'bradesco', { CUT_OFF: 'none' });
    },
    async registers() {
      const made = await operator.call('POST', `/api/v1/admin/file-banks/${BANK}/remittances`);
      const content = await operator.call('GET', `/api/v1/admin/bank-files/${made.body.id}/content`);
      bank.take(content.raw, day);
      await book();
    },
    async pays(id) {
      bank.pay(fileReference(id), { on: day });
      await book();
    },
  };
}

const silent = { debug() {}, info() {}, warn() {}, error() {} } as never;

describe.each(Object.entries(houses))('at %s', (_, open) => {
  let house: House;
  let gateway: TestGateway;
  let seller: Seller;
  beforeAll(async () => {
    house = await open();
    gateway = await startGateway(house.rails ? { rails: house.rails } : {});
    await house.join?.(gateway);
    seller = await gateway.seller();
  });
  afterAll(async () => {
    await gateway?.stop();
    await house?.close?.();
  });
  const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
  const untilCharge = (id: string, what: string, is: (charge: Record<string, unknown>) => boolean) =>
    until(what, async () => {
      await gateway.advance(SECOND_MS);
      return is(await read(id));
    });

  /** Three weeks later than it was: with another barcode, and shown only when the bank has accepted. */
  const redated = async (id: string) => {
    const { boleto: before } = await read(id);
    const due_date = daysLater(before.due_date, 21);
    const asked = await seller.call('PATCH', `/api/v1/charges/${id}`, { due_date });
    expect(asked.status).toBe(200);
    if (asked.body.boleto.due_date !== due_date) {
      expect(asked.body.boleto).toEqual({ ...before, due_date_change: { status: 'pending', due_date } });
    }
    await house.registers?.(id);
    await untilCharge(
      id,
      'the boleto has the new date',
      ({ boleto }) => (boleto as { due_date?: string }).due_date === due_date,
    );
    const { boleto: after } = await read(id);
    expect(after.barcode).not.toBe(before.barcode);
    expect(after.due_date_change).toBeUndefined();
    expect(after.barcode.slice(5, 9)).toBe(String(dueDateFactor(due_date)));
  };

  it('a boleto is registered, redated, paid and credited once, with the same figures', async () => {
    const customer = {
      name: 'Ana Souza',
      email: 'ana@example.com',
      cpf_cnpj: '52998224725',
      address: ADDRESS,
    };
    const made = await seller.call('POST', '/api/v1/charges', {
      billing_type: 'BOLETO',
      value: 150,
      customer,
    });
    expect(made).toMatchObject({ status: 201, body: { status: 'PENDING', net_value: 138.51 } });
    const { id } = made.body;
    await house.registers?.(id);
    await untilCharge(id, 'the boleto is registered', ({ boleto }) =>
      /^\d{44}$/.test(String((boleto as { barcode?: string }).barcode)),
    );
    await redated(id);
    await house.pays(id, seller);
    await untilPaid(gateway, id, async () => (await read(id)).status === 'RECEIVED');
    expect(await read(id)).toMatchObject({
      ...{ status: 'RECEIVED', billing_type: 'BOLETO', value: 150 },
      ...{ platform_fee: 11.49, reserve_amount: 6.93, net_value: 131.58 },
    });
    expect((await seller.call('GET', '/api/v1/balance')).body).toMatchObject({
      ...{ available: 131.58, reserved: 6.93, total: 138.51 },
    });
    expect(await gateway.audit()).toEqual([]);
  });

  it('a withdrawal is paid once, to the seller’s own key', async () => {
    const operator = await gateway.operator();
    const account = (await seller.call('GET', '/api/v1/account')).body;
    const asked = await seller.call('POST', '/api/v1/withdrawals', { amount: 50, pix_key: account.document });
    expect(asked).toMatchObject({ status: 201, body: { status: 'pending' } });
    const { id } = asked.body;
    const approved = await operator.call('POST', `/api/v1/admin/withdrawals/${id}/approve`);
    expect(approved.status).toBe(200);
    await house.settles?.(id);
    await until('the withdrawal is approved', async () => {
      await gateway.advance(MINUTE_MS);
      const { body } = await seller.call('GET', '/api/v1/withdrawals?status=approved');
      return body.data.some((each: { id: string }) => each.id === id);
    });
    expect((await seller.call('GET', '/api/v1/balance')).body).toMatchObject({ available: 81.58 });
    expect(await gateway.audit()).toEqual([]);
  });
});

/** By the comparison with the bank's list: no notice reaches a gateway of a test. */
async function untilPaid(gateway: TestGateway, id: string, isPaid: () => Promise<boolean>): Promise<void> {
  await until(`charge ${id} is paid`, async () => {
    for (const bank of gateway.deps.rails.boleto.filter(isBank)) await compareBoletos(gateway.deps, bank);
    await gateway.advance(6 * MINUTE_MS);
    return isPaid();
  });
}
