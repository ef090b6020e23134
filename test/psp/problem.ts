import type { Violation } from './wire.ts';

const TYPES = 'https://pix.bcb.gov.br/api/v2/error/';

/** A refusal as the API tells it (RFC 7807). */
export class Problem extends Error {
  readonly status: number;
  readonly kind: string;
  readonly violations: readonly Violation[];

  constructor(status: number, kind: string, detail: string, violations: readonly Violation[] = []) {
    super(detail);
    this.status = status;
    this.kind = kind;
    this.violations = violations;
  }

  body(): object {
    return {
      type: TYPES + this.kind,
      title: this.kind,
      status: this.status,
      detail: this.message,
      ...(this.violations.length > 0 ? { violacoes: this.violations } : {}),
    };
  }
}

export function refuseWhen(found: readonly Violation[], kind: string, detail: string): void {
  if (found.length > 0) throw new Problem(400, kind, detail, found);
}
