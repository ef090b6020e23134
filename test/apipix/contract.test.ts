import { decimalText } from '../../server/src/kit/money.ts';
import { pixContract } from '../../server/src/providers/contract.ts';
import { it } from '../support/psp-fixtures.ts';
import type { PspGateway } from '../support/psp-gateway.ts';

let place: PspGateway;
it.beforeAll(({ place: started }) => {
  place = started;
});

pixContract('a PSP that speaks API Pix', {
  provider: () => place.provider,
  newReference: () => place.gateway.deps.ids.next().replaceAll('-', ''),
  pay: async (txid, amountCents) =>
    (await place.psp.pay(txid, { amount: decimalText(amountCents) })).endToEndId,
  finishRefunds: async () => {
    const { refunds } = await place.psp.state();
    const waiting = refunds.filter(({ status }) => status === 'EM_PROCESSAMENTO');
    for (const { id, endToEndId } of waiting) {
      await place.psp.finishRefund(id, 'DEVOLVIDO', undefined, endToEndId);
    }
  },
});
