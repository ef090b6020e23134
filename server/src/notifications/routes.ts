import { findAccount } from '../accounts/store.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { idParams } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { invalidField } from '../kit/errors.ts';
import { changeSettings } from './change-settings.ts';
import { letterheadOf } from './letterhead.ts';
import { type SentByHand, sendChargeMail } from './send-again.ts';
import { findSettings, type Settings } from './settings.ts';
import { changeSettingsBody, presentSettings, sendMailBody, sentMailShape, settingsShape } from './shapes.ts';
import { REMINDER_DAYS } from './switches.ts';

const PATH = '/api/v1/account/notifications';
const config = { access: 'key' } as const;

export function notificationRoutes(app: App, deps: ChargeDeps): void {
  settingsRoutes(app, deps);
  app.post('/api/v1/charges/:id/mails', {
    config,
    schema: {
      tags: ['Charges'],
      summary: 'Send a charge to its payer by e-mail; a paid one as its receipt',
      description:
        'At most 3 times an hour and 6 times a day for each charge. Without `email` it goes to the address of the charge’s customer. See GET /mails for what became of it.',
      params: idParams,
      body: sendMailBody,
      response: { 201: sentMailShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 201, presentSent);
      const command = {
        ...{ accountId: accountOf(request), chargeId: request.params.id, id: request.objectId },
        ...{ email: request.body?.email ?? null, by: actorOf(request) },
      };
      await sendChargeMail(deps, command, answer);
      return answer.send();
    },
  });
}

function presentSent({ kind, to }: SentByHand) {
  return { success: true, kind, to, message: 'The mail will be sent' };
}

function settingsRoutes(app: App, deps: ChargeDeps): void {
  const shown = async (settings: Settings) => {
    const [facts, account] = await Promise.all([
      deps.accountFacts(settings.accountId),
      findAccount(deps.db, settings.accountId),
    ]);
    return presentSettings(settings, letterheadOf(facts, account?.email ?? '', settings, deps.publicUrl));
  };
  app.get(PATH, {
    config,
    schema: {
      tags: ['Account'],
      summary: 'Get what your payers and you are sent mails about',
      response: { 200: settingsShape, ...errorAnswers },
    },
    handler: async (request) => shown(await findSettings(deps.db, accountOf(request))),
  });
  app.patch(PATH, {
    config,
    schema: {
      tags: ['Account'],
      summary: 'Change what your payers and you are sent mails about',
      description: 'A field that is absent stays as it is; sender_name and reply_to are cleared by null.',
      body: changeSettingsBody,
      response: { 200: settingsShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { sender_name: senderName, reply_to: replyTo, ...switches } = request.body;
      requireKnownDays(switches.reminder_days);
      return shown(await changeSettings(deps, actorOf(request), { switches, senderName, replyTo }));
    },
  });
}

function requireKnownDays(days: readonly number[] = []): void {
  if (days.every((day) => REMINDER_DAYS.some((each) => each === day))) return;
  throw invalidField('reminder_days', `must be days among ${REMINDER_DAYS.join(', ')}`);
}
