import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/src/kit/money.ts';
import { interUnderTest } from '../../support/inter-provider.ts';
import { boletoRequest, nameOf } from '../../support/inter-requests.ts';
import { until } from '../../support/until.ts';

const bank = interUnderTest({ seed: 20_261_118 });
const MANY = 60;
const AT_ONCE = 10;
const MAX_TRIES = 40;

const storm = {
  dropAfterActing: [{ probability: 0.2 }],
  fails: [{ probability: 0.05 }, { probability: 0.05, when: 'after' as const, status: 503 }],
};

/** As the core does: again and again under the same name, until the bank has answered. */
async function untilKnown<T extends { ok: boolean }>(
  ask: () => Promise<T>,
): Promise<Extract<T, { ok: true }>> {
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const answer = await ask();
    if (answer.ok) return answer as Extract<T, { ok: true }>;
    expect(answer).toMatchObject({ kind: 'unavailable' });
  }
  throw new Error('no answer after many tries');
}

async function inTurns<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < count; at += AT_ONCE) {
    const turn = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, of) => work(at + of));
    results.push(...(await Promise.all(turn)));
  }
  return results;
}

describe('with a fifth of the answers lost and a tenth of the calls failing', () => {
  it('each boleto is at the bank once, and each is cancelled or changed as asked', async () => {
    await bank.inter().behave({ faults: storm });
    const requests = Array.from({ length: MANY }, () => boletoRequest(randomUUID()));
    await inTurns(MANY, (at) => {
      const request = requests[at];
      if (!request) throw new Error('no request');
      return untilKnown(() => bank.boletos().registerBoleto(request));
    });
    const cancelled = requests.slice(0, 10);
    const moved = requests.slice(10, 20);
    await inTurns(10, (at) =>
      untilKnown(() => bank.boletos().remote.cancelBoleto(nameOf(cancelled[at] as never))),
    );
    await inTurns(10, (at) =>
      untilKnown(() => bank.boletos().remote.changeDueDate(nameOf(moved[at] as never), '2035-03-01')),
    );
    const { cobrancas, faults } = await bank.inter().state();
    const ofNumber = (ourNumber: string) =>
      cobrancas.filter(({ seuNumero }) => seuNumero.startsWith(ourNumber));
    for (const { ourNumber } of requests) expect(ofNumber(ourNumber)).toHaveLength(1);
    for (const { ourNumber } of cancelled) expect(ofNumber(ourNumber)[0]?.situacao).toBe('CANCELADO');
    for (const { ourNumber } of moved) expect(ofNumber(ourNumber)[0]?.dataVencimento).toBe('2035-03-01');
    expect(faults.dropAfterActing).toBeGreaterThan(10);
  }, 300_000);

  it('each payout is paid once', async () => {
    await bank.inter().behave({ faults: storm });
    const before = (await bank.inter().state()).balance;
    const references = Array.from({ length: MANY }, () => randomUUID());
    await inTurns(MANY, (at) =>
      untilKnown(() =>
        bank.payouts().payout({
          ...{ reference: references[at] ?? '', amountCents: cents(1_000n), pixKey: '52998224725' },
          ...{ ownerDocument: '52998224725', description: null },
        }),
      ),
    );
    const { sent, balance } = await bank.inter().state();
    for (const reference of references) expect(sent.filter(({ key }) => key === reference)).toHaveLength(1);
    expect(before - balance).toBe(MANY * 1_000);
  }, 300_000);
});

describe('notices that come late, repeated and in another order', () => {
  let receiver: Server;
  const bodies: unknown[] = [];

  async function listen(): Promise<string> {
    receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.end();
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/notices`;
  }

  it('are hints to boletos and payouts that the bank then shows', async () => {
    const url = await listen();
    await bank.inter().notify('cobranca', url);
    await bank.inter().notify('pix-pagamento', url);
    await bank.inter().behave({ notices: { repeat: 3, reorder: true, delayMs: 100 } });
    const request = boletoRequest(randomUUID());
    const registered = await untilKnown(() => bank.boletos().registerBoleto(request));
    const code = registered.boleto.bankReference ?? '';
    await bank.inter().receive(code, 'PIX');
    const paid = await untilKnown(() =>
      bank.payouts().payout({
        ...{ reference: randomUUID(), amountCents: cents(500n), pixKey: '52998224725' },
        ...{ ownerDocument: null, description: null },
      }),
    );
    await until('every notice has come three times', () => bodies.length >= 9);
    const notices = bodies.map((body) => ({ headers: {}, rawBody: Buffer.from(''), body }));
    const hints = await Promise.all(notices.map((each) => bank.boletos().remote.readNotice(each)));
    const named = new Set(hints.flatMap((each) => each ?? []).map((each) => JSON.stringify(each)));
    expect(named).toContain(JSON.stringify({ bankReference: code }));
    expect(named).toContain(JSON.stringify({ bankReference: paid.payout.bankReference }));
    expect(await bank.boletos().remote.findBoleto(nameOf(request, code))).toMatchObject({
      boleto: { state: 'paid', payments: [{ paymentReference: code }] },
    });
    await new Promise((done) => receiver.close(done));
  });
});
