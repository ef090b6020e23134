import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decimalText } from '../../../server/src/kit/money.ts';
import { boletoContract } from '../../../server/src/providers/boleto-contract.ts';
import { payoutContract } from '../../../server/src/providers/contract.ts';
import { registerWebhook } from '../../../server/src/providers/efi/payouts.ts';
import { type Account, openAccount } from './account.ts';

let account: Account;
beforeAll(async () => {
  account = await openAccount();
  await registerWebhook(account.payouts.sending, 'https://guiche.example/callbacks/efi');
});
afterAll(() => account.stop());

boletoContract('Efí', {
  provider: () => account.boletos,
  newReference: randomUUID,
  registered: async () => undefined,
  pay: async (reference, amountCents) => {
    const { charges } = await account.efi.state();
    const charge = charges.find(({ customId }) => customId === reference);
    await account.efi.payCharge(charge?.id ?? 0, { value: Number(amountCents) });
  },
});
payoutContract('Efí', {
  provider: () => account.payouts,
  newReference: randomUUID,
  settle: async () => {
    const { sent } = await account.efi.state();
    const pending = sent.filter(({ status }) => status === 'EM_PROCESSAMENTO');
    for (const { idEnvio } of pending) await account.efi.finishSent(idEnvio, 'REALIZADO');
  },
  giveBack: async (reference, amountCents) => {
    await account.efi.giveBack(reference.replaceAll('-', ''), decimalText(amountCents));
  },
});

it("the schemas of Efí's own SDK accept every request and every answer of these", async () => {
  const { seen, violations, ownViolations } = await account.efi.state();
  expect(seen.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['charge.create', 'charge.list', 'pix.send', 'pix.find']),
  );
  expect(violations).toEqual([]);
  expect(ownViolations).toEqual([]);
});
