import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { boletoContract } from '../../../server/src/providers/boleto-contract.ts';
import { payoutContract } from '../../../server/src/providers/contract.ts';
import { interUnderTest } from '../../support/inter-provider.ts';

describe('Banco Inter', () => {
  const bank = interUnderTest();
  boletoContract('Banco Inter', {
    provider: bank.boletos,
    newReference: randomUUID,
    registered: async () => undefined,
    // The boleto that was registered last.
    pay: async (_, amountCents) => {
      const { cobrancas } = await bank.inter().state();
      await bank.inter().receive(cobrancas.at(-1)?.codigoSolicitacao ?? '', 'BOLETO', Number(amountCents));
    },
  });
  payoutContract('Banco Inter', { provider: bank.payouts, newReference: randomUUID });
});
