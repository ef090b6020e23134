import type { Brand } from '../../brazil/cards.ts';
import type { CardAnswer, Refusal } from '../card.ts';
import { refusalByCode } from '../issuer-refusal.ts';
import { withAdvice } from '../merchant-advice.ts';
import type { ChargeThere, TransactionThere } from './answers.ts';

const HELD = 'authorized_pending_capture';
/** It was paid, whatever has become of it since. */
const PAID = ['paid', 'chargedback'];

/** A status that is not known says nothing: it is never a refusal. */
export function outcomeOf(charge: ChargeThere, now: Date): CardAnswer {
  const { status, last, id: providerReference } = charge;
  if (PAID.includes(status)) return { outcome: 'approved', providerReference };
  if (status === 'failed' || status === 'canceled') return { outcome: 'refused', ...refusalIn(charge, now) };
  if (status === 'pending' && last?.status === HELD) return { outcome: 'authorised', providerReference };
  const url = status === 'pending' ? securely(last?.challengeUrl ?? null) : null;
  if (url) return { outcome: 'challenge', step: { kind: 'redirect', url } };
  return { outcome: 'unknown' };
}

function securely(url: string | null): string | null {
  return url !== null && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null;
}

const BRANDS: Readonly<Record<string, Brand>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  elo: 'elo',
  amex: 'amex',
  americanexpress: 'amex',
  hipercard: 'hipercard',
  diners: 'diners',
};
const SUSPECTED = ['reproved', 'failed'];

export function refusalIn({ last }: ChargeThere, now: Date): Refusal {
  if (!last) return { reason: 'not_processed', code: null, retry: 'now' };
  if (last.antifraud && SUSPECTED.includes(last.antifraud.toLowerCase()) && last.code === null) {
    return { reason: 'suspected_fraud', code: null, retry: 'never' };
  }
  if (last.code === null || isApproval(last)) return { reason: 'not_processed', code: null, retry: 'now' };
  const brand = BRANDS[(last.brand ?? '').toLowerCase().replace(/[^a-z]/g, '')] ?? 'visa';
  return withAdvice(refusalByCode(brand, last.code), last.advice, last.createdAt ?? now);
}

/** The issuer said yes, and what was held is let go: its code is no reason. */
function isApproval({ code, status }: TransactionThere): boolean {
  return /^0+$/.test(code ?? '') || /void|refund|cancel/.test(status);
}

export type HeldState = 'held' | 'taken' | 'let go' | 'unclear';

export function heldState({ status, last }: ChargeThere): HeldState {
  if (PAID.includes(status)) return 'taken';
  if (status === 'canceled' || status === 'failed') return 'let go';
  return status === 'pending' && last?.status === HELD ? 'held' : 'unclear';
}
