import type { AccountFacts } from '../../http/account-facts.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import { fail } from '../../kit/errors.ts';
import type { Answer, DueTerms, Payer, PixMeans, PixProvider, PixRequest } from '../../providers/provider.ts';
import { inOwnOrder, isRemote, type RemoteProvider } from '../../providers/rails.ts';
import { qrPng } from '../../qr/png.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { pixCents } from '../rules/amount-due.ts';
import { deleteIntent, type HeldIntent, leaveIntents, recordIntent, takeUpIntents } from './intents.ts';

export type PixCodeRequest = {
  charge: Charge;
  account: AccountFacts;
  expiresAt: Date;
  payer: Payer | null;
  /** Set for the PIX code of a boleto. */
  due: DueTerms | null;
};

export type PixCode = {
  pixProvider: string;
  pixTxid: string;
  pixCopyPaste: string;
  pixExpiresAt: Date;
  pixQrPng: Buffer;
};

/**
 * A code from the first provider that issues one. After a call without an answer the provider may have issued a code:
 * its intent stays recorded and the code is removed there later. No payer was shown it.
 */
export async function obtainPixCode(deps: ChargeDeps, request: PixCodeRequest): Promise<PixCode> {
  const { charge, account } = request;
  const providers = inOwnOrder(deps.rails.pix, account.pixProviders);
  const intents = providers.some(isRemote) ? await takeUpIntents(deps.db, charge) : [];
  const code = await firstCode(deps, byEarlierFirst(providers, intents), request, intents);
  const left = intents.filter(({ txid }) => txid !== code?.pixTxid);
  if (left.length > 0) await leaveIntents(deps.db, charge, left);
  return code ?? fail('PROVIDER_UNAVAILABLE');
}

/** `intents` grows by what is asked for here. */
async function firstCode(
  deps: ChargeDeps,
  providers: readonly PixProvider[],
  request: PixCodeRequest,
  intents: HeldIntent[],
): Promise<PixCode | null> {
  for (const provider of providers) {
    const code = isRemote(provider)
      ? await askRemote(deps, provider, request, intents)
      : await computeHere(deps, provider, request);
    if (code) return code;
  }
  return null;
}

/** A retry starts with the provider that an earlier, unfinished request was sent to. */
function byEarlierFirst(
  providers: readonly PixProvider[],
  earlier: readonly HeldIntent[],
): readonly PixProvider[] {
  const wasAsked = ({ name }: PixProvider) => Number(earlier.some((intent) => intent.provider === name));
  return [...providers].sort((a, b) => wasAsked(b) - wasAsked(a));
}

async function computeHere(
  deps: ChargeDeps,
  provider: PixProvider,
  request: PixCodeRequest,
): Promise<PixCode | null> {
  const txid = request.charge.pixTxid ?? provider.newTxid();
  const answer = await provider.createPix(requestFor(deps, request, txid));
  return answer.ok ? codeOf(provider, txid, answer, request) : null;
}

async function askRemote(
  deps: ChargeDeps,
  provider: RemoteProvider,
  request: PixCodeRequest,
  intents: HeldIntent[],
): Promise<PixCode | null> {
  const known = intents.find((intent) => intent.provider === provider.name);
  if (!known && !provider.remote.accepts()) return null;
  const intent = known ?? (await newIntent(deps, provider, request));
  if (!known) intents.push(intent);
  const found = known ? await findAgain(provider, intent, request.charge) : null;
  const answer = found ?? (await provider.createPix(requestFor(deps, request, intent.txid)));
  if (answer.ok) return codeOf(provider, intent.txid, answer, request);
  deps.log.warn({ provider: provider.name, kind: answer.kind, reason: answer.reason }, 'no PIX code');
  if (answer.kind === 'refused') await deleteIntent(deps.db, intent);
  return null;
}

async function newIntent(
  deps: ChargeDeps,
  provider: RemoteProvider,
  { charge, due }: PixCodeRequest,
): Promise<HeldIntent> {
  return recordIntent(deps.db, {
    accountId: charge.accountId,
    txid: provider.newTxid(),
    chargeId: charge.id,
    provider: provider.name,
    isDueCharge: due !== null,
  });
}

/** Null: the provider has no such charge, so it may be requested. */
async function findAgain(
  { remote }: RemoteProvider,
  { txid, isDueCharge }: HeldIntent,
  charge: Charge,
): Promise<Answer<PixMeans> | null> {
  const answer = await remote.findPix({ txid, isDueCharge });
  if (!answer.ok) return answer;
  if (!answer.charge) return null;
  if (answer.charge.status !== 'active' || answer.charge.amountCents !== pixCents(charge)) {
    return { ok: false, kind: 'unavailable', reason: 'the provider has something else by this name' };
  }
  return { ok: true, copyPaste: answer.charge.copyPaste };
}

function requestFor(
  deps: ChargeDeps,
  { charge, account, expiresAt, payer, due }: PixCodeRequest,
  txid: string,
): PixRequest {
  const expiresInSeconds = Math.ceil((expiresAt.getTime() - deps.clock.now().getTime()) / SECOND_MS);
  return {
    txid,
    amountCents: pixCents(charge),
    merchantName: account.name,
    description: charge.description,
    expiresInSeconds: Math.max(1, expiresInSeconds),
    payer,
    due,
  };
}

function codeOf(
  { name }: PixProvider,
  txid: string,
  { copyPaste }: PixMeans,
  { expiresAt }: PixCodeRequest,
): PixCode {
  return {
    pixProvider: name,
    pixTxid: txid,
    pixCopyPaste: copyPaste,
    pixExpiresAt: expiresAt,
    pixQrPng: qrPng(copyPaste),
  };
}
