import { Type } from 'typebox';
import { systemActor } from '../audit/record.ts';
import { approveWithdrawal, rejectWithdrawal } from '../balance/decide-withdrawal.ts';
import { presentWithdrawal, withdrawalShape } from '../balance/shapes.ts';
import { civilDateOf, isCivilDate } from '../brazil/calendar.ts';
import type { Charge } from '../charges/charge.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { chargeWithDetails, type DetailedCharge } from '../charges/details.ts';
import { lastSecondOf } from '../charges/disputes/deadline.ts';
import { closeDispute, openDispute } from '../charges/disputes/disputes.ts';
import { disputeShape, presentDispute } from '../charges/disputes/shapes.ts';
import { chargeShape, linksOf, presentCharge } from '../charges/shapes.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers, plainJsonSerializer } from '../http/app-type.ts';
import { exactObject, namedObject, optionalBody, readAmount } from '../http/fields.ts';
import { idParams } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { DAY_MS, type MovableClock, SECOND_MS } from '../kit/clock.ts';
import { invalidField } from '../kit/errors.ts';
import { TEST_CARDS, tokenOf } from '../providers/sandbox/test-cards.ts';
import { advanceClock, MAX_OFFSET_MS, recordCaughtUp, resetClock } from './clock.ts';
import { sandboxMailRoutes } from './mail-routes.ts';
import { paySandboxCharge } from './pay.ts';
import { pushCharge, requireSandboxPayment, SANDBOX_MOVES, type SandboxMove } from './push.ts';
import { returnWithdrawal } from './return-withdrawal.ts';

const tags = ['Sandbox'];
const MAX_TIMES = 100;
const MOVE_SUMMARIES: Readonly<Record<SandboxMove, string>> = {
  refuse: 'Sandbox: refuse a card charge',
  expire: 'Sandbox: expire a charge',
  overdue: 'Sandbox: make a boleto overdue',
};
const charge = { 200: chargeShape, ...errorAnswers };
export type SandboxDeps = {
  clock: MovableClock;
  runEverythingDue(): Promise<void>;
  /** The clock is about to be moved there. */
  prepareFor(atMs: number): Promise<void>;
};

export function sandboxRoutes(app: App, deps: ChargeDeps, sandbox: SandboxDeps): void {
  paymentRoutes(app, deps);
  disputeRoutes(app, deps);
  withdrawalRoutes(app, deps);
  clockRoutes(app, deps, sandbox);
  sandboxMailRoutes(app, deps);
  app.get('/api/v1/sandbox/cards', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'List the test cards',
      response: {
        200: namedObject('TestCardList', {
          cards: Type.Array(
            namedObject('TestCard', {
              number: Type.String(),
              token: Type.String({ description: "Stands for what an acquirer's script makes of it" }),
              brand: Type.String(),
              about: Type.String(),
            }),
          ),
        }),
        ...errorAnswers,
      },
    },
    handler: async () => ({
      cards: TEST_CARDS.map(({ behaviour: _, ...card }) => ({ ...card, token: tokenOf(card) })),
    }),
  });
}

function paymentRoutes(app: App, deps: ChargeDeps): void {
  app.post('/api/v1/sandbox/charges/:id/pay', {
    ...plainJsonSerializer,
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Sandbox: pay a charge',
      params: idParams,
      body: optionalBody(
        exactObject('SandboxPayment', {
          amount: Type.Optional(Type.Number()),
          times: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: MAX_TIMES,
              description: 'How many times the payment notice is received',
            }),
          ),
        }),
      ),
      response: charge,
    },
    handler: async (request, reply) => {
      const { amount, times } = request.body ?? {};
      const settled = await paySandboxCharge(deps, {
        accountId: accountOf(request),
        chargeId: request.params.id,
        id: request.objectId,
        amountCents: amount === undefined ? null : readAmount('amount', amount),
        times: times ?? 1,
      });
      const links = await linksOf(deps, accountOf(request));
      const answer = answerTo(request, reply, 200, ({ charge, ...details }: DetailedCharge) =>
        presentCharge(charge, links, details),
      );
      // A payment is found by its id, so a retry of a run that died before this gives the same answer.
      await deps.writer.answer(
        answer,
        settled?.returnedCount === 0
          ? { charge: settled, refunds: [], strays: [] }
          : await chargeWithDetails(deps, accountOf(request), request.params.id),
      );
      return answer.send();
    },
  });
  for (const move of SANDBOX_MOVES) {
    app.post(`/api/v1/sandbox/charges/:id/${move}`, {
      config: { access: 'key' },
      schema: { tags, summary: MOVE_SUMMARIES[move], params: idParams, response: charge },
      handler: async (request, reply) => {
        const links = await linksOf(deps, accountOf(request));
        const answer = answerTo(request, reply, 200, (charge: Charge) => presentCharge(charge, links));
        await pushCharge(deps, accountOf(request), (request.params as { id: string }).id, move, answer);
        return answer.send();
      },
    });
  }
}

function disputeRoutes(app: App, deps: ChargeDeps): void {
  for (const kind of ['chargeback', 'med'] as const) {
    app.post(`/api/v1/sandbox/charges/:id/${kind}`, {
      config: { access: 'key' },
      schema: {
        tags,
        summary: `Sandbox: open a dispute (${kind})`,
        params: idParams,
        body: optionalBody(
          exactObject('SandboxDispute', {
            amount: Type.Optional(Type.Number()),
            reason: Type.Optional(Type.String({ maxLength: 500 })),
            answer_by: Type.Optional(
              Type.String({ maxLength: 10, description: 'YYYY-MM-DD; absent: in seven days' }),
            ),
          }),
        ),
        response: { 200: disputeShape, ...errorAnswers },
      },
      handler: async (request, reply) => {
        const { amount, reason, answer_by: date } = (request.body ?? {}) as DisputeBody;
        const chargeId = (request.params as { id: string }).id;
        await requireSandboxPayment(deps, accountOf(request), chargeId, kind);
        const answer = answerTo(request, reply, 200, presentDispute);
        const dispute = {
          accountId: accountOf(request),
          id: request.objectId,
          chargeId,
          provider: null,
          kind,
          amountCents: amount === undefined ? null : readAmount('amount', amount),
          reason: reason ?? null,
          ...(date !== undefined && { answerBy: readAnswerBy(date, deps.clock.now()) }),
        };
        await openDispute(deps, dispute, answer);
        return answer.send();
      },
    });
  }
  for (const [name, outcome] of [
    ['win', 'won'],
    ['lose', 'lost'],
  ] as const) {
    app.post(`/api/v1/sandbox/disputes/:id/${name}`, {
      config: { access: 'key' },
      schema: {
        tags,
        summary: `Sandbox: close the dispute as ${outcome}`,
        params: idParams,
        response: { 200: disputeShape, ...errorAnswers },
      },
      handler: async (request, reply) => {
        const { id } = request.params as { id: string };
        const accountId = accountOf(request);
        const answer = answerTo(request, reply, 200, presentDispute);
        const by = systemActor(accountId);
        await closeDispute(deps, { accountId, id, outcome, by, provider: null }, answer);
        return answer.send();
      },
    });
  }
}

type DisputeBody = { amount?: number; reason?: string; answer_by?: string };

function readAnswerBy(date: string, now: Date): Date {
  if (!isCivilDate(date)) throw invalidField('answer_by', 'must be a date like 2030-12-31');
  if (date < civilDateOf(now)) throw invalidField('answer_by', 'must not be in the past');
  return lastSecondOf(date);
}

function withdrawalRoutes(app: App, deps: ChargeDeps): void {
  const response = { 200: withdrawalShape, ...errorAnswers };
  app.post('/api/v1/sandbox/withdrawals/:id/approve', {
    config: { access: 'key' },
    schema: { tags, summary: 'Sandbox: approve a withdrawal', params: idParams, response },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, presentWithdrawal);
      await approveWithdrawal(deps, accountOf(request), request.params.id, undefined, undefined, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/sandbox/withdrawals/:id/reject', {
    config: { access: 'key' },
    schema: { tags, summary: 'Sandbox: reject a withdrawal', params: idParams, response },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, presentWithdrawal);
      await rejectWithdrawal(
        deps,
        accountOf(request),
        request.params.id,
        { reason: null },
        undefined,
        answer,
      );
      return answer.send();
    },
  });
  app.post('/api/v1/sandbox/withdrawals/:id/return', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Sandbox: the bank returns a paid withdrawal, or a part of it',
      params: idParams,
      body: optionalBody(
        exactObject('SandboxReturn', {
          amount: Type.Optional(
            Type.Number({ description: 'Reais; absent: all that has not come back yet' }),
          ),
        }),
      ),
      response,
    },
    handler: async (request, reply) => {
      const { amount } = (request.body ?? {}) as { amount?: number };
      const answer = answerTo(request, reply, 200, presentWithdrawal);
      const returned = {
        ...{ accountId: accountOf(request), id: request.params.id, returnId: request.objectId },
        amountCents: amount === undefined ? null : readAmount('amount', amount),
      };
      await returnWithdrawal(deps, returned, answer);
      return answer.send();
    },
  });
}

function clockRoutes(app: App, deps: ChargeDeps, sandbox: SandboxDeps): void {
  const { clock, runEverythingDue, prepareFor } = sandbox;
  const clockShape = namedObject('Clock', {
    object: Type.Literal('clock'),
    now: Type.String(),
    offset_seconds: Type.Integer(),
  });
  const response = { 200: clockShape, ...errorAnswers };
  const present = () => ({
    object: 'clock' as const,
    now: clock.now().toISOString(),
    offset_seconds: Math.round(clock.offsetMs / SECOND_MS),
  });
  app.get('/api/v1/sandbox/clock', {
    config: { access: 'key' },
    schema: { tags, summary: 'Get the clock of the gateway', response },
    handler: async () => present(),
  });
  app.post('/api/v1/sandbox/clock', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Move the clock forward; answers after everything due by then has run',
      body: namedObject('AdvanceClock', {
        advance_seconds: Type.Optional(Type.Integer({ minimum: 1 })),
        advance_days: Type.Optional(Type.Integer({ minimum: 1 })),
      }),
      response,
    },
    handler: async (request, reply) => {
      const { advance_seconds: seconds = 0, advance_days: days = 0 } = request.body;
      if (seconds + days === 0) throw invalidField('advance_seconds', 'or advance_days is required');
      const byMs = seconds * SECOND_MS + days * DAY_MS;
      if (clock.offsetMs + byMs <= MAX_OFFSET_MS) await prepareFor(clock.now().getTime() + byMs);
      const offsetMs = await advanceClock(deps, clock, { id: request.objectId, byMs, by: actorOf(request) });
      await runEverythingDue();
      // Stored last: a retry of a run that ended earlier finds the clock moved and runs what is still due.
      const answer = answerTo<void>(request, reply, 200, present);
      await recordCaughtUp(deps, offsetMs, answer);
      return answer.send();
    },
  });
  app.delete('/api/v1/sandbox/clock', {
    config: { access: 'key' },
    schema: { tags, summary: 'Reset the clock to real time', response },
    handler: async (request) => {
      await resetClock(deps, clock, actorOf(request));
      return present();
    },
  });
}
