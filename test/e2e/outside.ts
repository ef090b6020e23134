import { expect } from 'vitest';
import type { Charge, Clock, CreateRefund, Dispute, Guiche, Reais, Refund } from '../../sdk/src/main.ts';
import { comparePix } from '../../server/src/charges/pix/comparison.ts';
import { DAY_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import type { TestGateway } from '../support/gateway.ts';
import type { PspGateway } from '../support/psp-gateway.ts';
import { until } from '../support/until.ts';

type Seller = { client: Guiche };
type PixPayment = {
  /** Other than what is asked for. No PSP lets a payer choose; one that did would change nothing. */
  amount?: Reais;
  /** How often the payment is told. */
  times?: number;
  /** Of a charge that is paid already. */
  again?: boolean;
};
type Span = { days: number } | { seconds: number };

/** What happens outside the gateway: payers, their banks, time. Each answers when the gateway has heard of it. */
export type Outside = {
  /** The charge as it is then. */
  pay(seller: Seller, chargeId: string, payment?: PixPayment): Promise<Charge>;
  /** The refund as it ends. */
  refund(seller: Seller, chargeId: string, refund?: CreateRefund): Promise<Refund>;
  /** The payer's bank asks for the money back. */
  med(seller: Seller, chargeId: string): Promise<Dispute>;
  /** The payer's bank does not get it. */
  winDispute(seller: Seller, dispute: Dispute): Promise<Dispute>;
  passTime(seller: Seller, by: Span): Promise<Clock>;
  backToNow(seller: Seller): Promise<Clock>;
  /** What is on its way arrives, what is due is done. */
  rest(): Promise<void>;
};

/** The built-in sandbox: the gateway plays everybody, and refunds are done when they are asked for. */
export function sandboxOutside(gateway: TestGateway): Outside {
  return {
    pay: ({ client }, id, { amount, times } = {}) => client.sandbox.pay(id, { amount, times }),
    refund: ({ client }, id, refund) => client.charges.refund(id, refund),
    med: ({ client }, id) => client.sandbox.med(id, { reason: 'not me' }),
    winDispute: ({ client }, { id }) => client.sandbox.disputes.win(id),
    passTime: ({ client }, by) => client.sandbox.clock.advance(by),
    backToNow: ({ client }) => client.sandbox.clock.reset(),
    rest: gateway.runDue,
  };
}

/** A PSP in a process of its own tells what happened; a refund is pending until it says how that one ended. */
export function pspOutside({ gateway, psp, provider }: PspGateway): Outside {
  const medIds = new Map<string, string>();
  let toldMore = 0;
  const rest = () =>
    until('the gateway has heard of everything at the PSP', async () => {
      await gateway.runDue();
      const { pix, refunds, callbacks } = await psp.state();
      const ended = refunds.filter(({ status }) => status !== 'EM_PROCESSAMENTO');
      const isTold = callbacks.delivered === pix.length + ended.length + toldMore;
      return isTold && !(await hasWork(gateway));
    });
  const disputeOf = async ({ client }: Seller, chargeId: string, id?: string) => {
    const { data } = await client.disputes.list({ charge_id: chargeId });
    const found = data.find((each) => id === undefined || each.id === id);
    if (!found) throw new Error('the gateway knows of no dispute');
    return found;
  };
  return {
    async pay({ client }, id, { amount, times = 1, again } = {}) {
      const { pix } = await client.charges.retrieve(id);
      toldMore += times - 1;
      await psp.behave({ callbacks: { repeat: times } });
      await psp.pay(String(pix?.txid), { amount: amount?.toFixed(2), again });
      await psp.behave({ callbacks: null });
      await rest();
      return client.charges.retrieve(id);
    },
    async refund({ client }, id, request) {
      const asked = await client.charges.refund(id, request);
      expect(asked.status).toBe('pending');
      await rest();
      const { refunds = [] } = await client.charges.retrieve(id);
      const ended = refunds.find((each) => each.id === asked.id);
      expect(ended).toMatchObject({ ...asked, status: 'succeeded' });
      return ended ?? asked;
    },
    async med(seller, id) {
      const { pix } = await seller.client.charges.retrieve(id);
      const { id: medId } = await psp.med(String(pix?.end_to_end_id));
      // No PSP tells of a refund that has only begun: the gateway finds it when it compares.
      expect(await comparePix(gateway.deps, provider)).toBe(true);
      const dispute = await disputeOf(seller, id);
      medIds.set(dispute.id, medId);
      return dispute;
    },
    async winDispute(seller, { id, charge_id: chargeId }) {
      await psp.finishRefund(String(medIds.get(id)), 'NAO_REALIZADO');
      await rest();
      return disputeOf(seller, chargeId, id);
    },
    async passTime({ client }, by) {
      const byMs = 'days' in by ? by.days * DAY_MS : by.seconds * SECOND_MS;
      await psp.moveClock(gateway.clock.offsetMs + byMs);
      return client.sandbox.clock.advance(by);
    },
    async backToNow({ client }) {
      await psp.moveClock(0);
      return client.sandbox.clock.reset();
    },
    rest,
  };
}

async function hasWork(gateway: TestGateway): Promise<boolean> {
  const waiting = await gateway.db.query(
    `select 1 from jobs where kind in ('pix.look', 'pix.end', 'pix.remove', 'pix.renew', 'refund.send', 'stray.return')`,
  );
  return waiting.length > 0;
}
