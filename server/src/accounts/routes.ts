import type { Static } from 'typebox';
import { addressText, readAddress } from '../brazil/address.ts';
import { parsePixKey } from '../brazil/pix-key.ts';
import { whatsappNumber } from '../brazil/whatsapp.ts';
import { actorOf } from '../http/actor.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { accountOf } from '../http/principal.ts';
import { invalidField, notFound } from '../kit/errors.ts';
import { mailLinkRoutes } from './auth/mail-link-routes.ts';
import { authRoutes } from './auth/routes.ts';
import { sessionRoutes } from './auth/session-routes.ts';
import { twoFactorRoutes } from './auth/two-factor-routes.ts';
import { brandingRoutes } from './branding/routes.ts';
import { changeProfile, type ProfileChange } from './change-profile.ts';
import { domainRoutes } from './domains/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { firstStepsRoutes } from './first-steps-routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { keyRoutes } from './key-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { readColor } from './read-color.ts';
import { accountShape, presentAccount, updateAccountBody } from './shapes.ts';
import { findAccount } from './store.ts';
import { invitationLinkRoutes } from './team/link-routes.ts';
import { teamRoutes } from './team/routes.ts';

const tags = ['Account'];

export function accountRoutes(app: App, deps: Deps): void {
  authRoutes(app, deps);
  sessionRoutes(app, deps);
  mailLinkRoutes(app, deps);
  twoFactorRoutes(app, deps);
  profileRoutes(app, deps);
  firstStepsRoutes(app, deps);
  inboxRoutes(app, deps);
  mailRoutes(app, deps);
  keyRoutes(app, deps);
  teamRoutes(app, deps);
  invitationLinkRoutes(app, deps);
  fileRoutes(app, deps);
  brandingRoutes(app, deps);
  domainRoutes(app, deps);
  identityRoutes(app, deps);
}

function profileRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/account', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Get your account',
      response: { 200: accountShape, ...errorAnswers },
    },
    handler: async (request) => {
      const account = await findAccount(deps.db, accountOf(request));
      if (!account) throw notFound('Account');
      return presentAccount(account);
    },
  });
  app.patch('/api/v1/account', {
    config: { access: 'key' },
    schema: {
      tags,
      summary:
        'Update the account: name, phone, payout key, language, address, contact and look of the payment pages',
      body: updateAccountBody,
      response: { 200: accountShape, ...errorAnswers },
    },
    handler: async (request) => {
      const change = changeIn(request.body);
      return presentAccount(await changeProfile(deps, actorOf(request), change));
    },
  });
}

function changeIn({ name, phone, language, ...body }: Static<typeof updateAccountBody>): ProfileChange {
  return {
    name,
    phone,
    language,
    payoutPixKey: whereGiven(body.payout_pix_key, readPayoutKey),
    pageName: body.page_name,
    pageColor: whereGiven(body.page_color, readColor),
    address: whereGiven(body.address, (written) => addressText(readAddress('address', written))),
    contactEmail: body.contact_email,
    contactPhone: body.contact_phone,
    contactWhatsapp: whereGiven(body.contact_whatsapp, readWhatsapp),
  };
}

/** Absent: unchanged; null or an empty text: cleared. */
function whereGiven<T>(sent: T | null | undefined, read: (sent: T) => string) {
  if (sent === undefined) return undefined;
  return sent ? read(sent) : null;
}

function readWhatsapp(text: string): string {
  const number = whatsappNumber(text);
  if (!number) throw invalidField('contact_whatsapp', 'must be a phone number of Brazil with its area code');
  return number;
}

function readPayoutKey(text: string): string {
  const parsed = parsePixKey(text);
  if (!parsed) throw invalidField('payout_pix_key', 'is not a PIX key');
  return parsed.key;
}
