import type { Scope } from '../../../../server/src/kit/permissions.ts';
import { readNetworks } from '../../../../server/src/kit/public-address.ts';
import { dayEndingAt, dayFrom, endOfDay } from '../../kit/days.ts';

type KeyOf<S> = S extends `${infer Thing}:${infer What}` ? `${Thing}_${What}` : never;

/** The text of a scope: a colon in a key would name a part of the texts. */
export function scopeText<S extends Scope>(scope: S): `scopes.${KeyOf<S>}` {
  return `scopes.${scope.replace(':', '_')}` as `scopes.${KeyOf<S>}`;
}

type Shown = { allowed_ips: readonly string[] | null; expires_at: string | null };

/** As the form has them. */
export type LimitValues = { ips: string; until: string };

export function valuesOf({ allowed_ips: ips, expires_at: end }: Shown): LimitValues {
  return { ips: ips?.join('\n') ?? '', until: end ? (dayEndingAt(end) ?? dayFrom(Date.parse(end))) : '' };
}

export function isPast(day: string): boolean {
  return day !== '' && day < dayFrom(Date.now());
}

export function linesOf(ips: string): string[] {
  return ips.split(/[\s,;]+/).filter(Boolean);
}

const ADDRESS = /^[0-9a-fA-F.:/]+$/;

/** The first line that is neither an address nor a network. */
export function wrongLine(ips: string): string | undefined {
  return linesOf(ips).find((line) => {
    try {
      return !ADDRESS.test(line) || readNetworks(line).length !== 1;
    } catch {
      return true;
    }
  });
}

export function limitsBody({ ips, until }: LimitValues, scopes: Scope[] | null) {
  const lines = linesOf(ips);
  return {
    scopes,
    allowed_ips: lines.length > 0 ? lines : null,
    expires_at: endOfDay(until) ?? null,
  };
}
