import type { Listing } from '../listing.ts';
import type { Reais } from '../reais.ts';
import { Resource } from '../resource.ts';
import type { Settings } from '../settings.ts';
import type {
  Charge,
  Clock,
  Dispute,
  PageFilters,
  SandboxDispute,
  SandboxMail,
  SandboxPayment,
  TestCard,
  WholeSandboxMail,
  Withdrawal,
} from '../shapes.ts';
import type { PageOf, RequestOptions } from '../wire.ts';

/** Plays payer, bank and time. On sandbox rails only. */
export class Sandbox extends Resource {
  readonly clock: SandboxClock;
  readonly withdrawals: SandboxWithdrawals;
  readonly disputes: SandboxDisputes;
  readonly mails: SandboxMails;

  constructor(settings: Settings) {
    super(settings);
    this.clock = new SandboxClock(settings);
    this.withdrawals = new SandboxWithdrawals(settings);
    this.disputes = new SandboxDisputes(settings);
    this.mails = new SandboxMails(settings);
  }

  /** The payer pays; `times: 2` delivers the payment notice twice. */
  pay(chargeId: string, payment: SandboxPayment = {}, options?: RequestOptions): Promise<Charge> {
    return this.send('post', '/api/v1/sandbox/charges/{id}/pay', { id: chargeId, body: payment }, options);
  }

  refuse(chargeId: string, options?: RequestOptions): Promise<Charge> {
    return this.send('post', '/api/v1/sandbox/charges/{id}/refuse', { id: chargeId }, options);
  }

  expire(chargeId: string, options?: RequestOptions): Promise<Charge> {
    return this.send('post', '/api/v1/sandbox/charges/{id}/expire', { id: chargeId }, options);
  }

  overdue(chargeId: string, options?: RequestOptions): Promise<Charge> {
    return this.send('post', '/api/v1/sandbox/charges/{id}/overdue', { id: chargeId }, options);
  }

  /** The card holder disputes the payment. */
  chargeback(chargeId: string, dispute: SandboxDispute = {}, options?: RequestOptions): Promise<Dispute> {
    return this.send(
      'post',
      '/api/v1/sandbox/charges/{id}/chargeback',
      { id: chargeId, body: dispute },
      options,
    );
  }

  /** The payer's bank asks for a PIX back (MED). */
  med(chargeId: string, dispute: SandboxDispute = {}, options?: RequestOptions): Promise<Dispute> {
    return this.send('post', '/api/v1/sandbox/charges/{id}/med', { id: chargeId, body: dispute }, options);
  }

  /** Card numbers and what happens with each. */
  async cards(options?: RequestOptions): Promise<TestCard[]> {
    return (await this.send('get', '/api/v1/sandbox/cards', {}, options)).cards;
  }
}

/** The outbox: mails of a sandbox without a mail server, whole. */
export class SandboxMails extends Resource {
  list(
    filters?: PageFilters,
    options?: RequestOptions,
  ): Listing<SandboxMail, PageOf<'/api/v1/sandbox/mails'>> {
    return this.listing('/api/v1/sandbox/mails', filters, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<WholeSandboxMail> {
    return this.send('get', '/api/v1/sandbox/mails/{id}', { id }, options);
  }
}

/** The clock of the whole gateway. */
export class SandboxClock extends Resource {
  retrieve(options?: RequestOptions): Promise<Clock> {
    return this.send('get', '/api/v1/sandbox/clock', {}, options);
  }

  /** Lets time pass: what falls due in it is done before this answers. */
  advance(by: { days: number } | { seconds: number }, options?: RequestOptions): Promise<Clock> {
    const body = 'days' in by ? { advance_days: by.days } : { advance_seconds: by.seconds };
    return this.send('post', '/api/v1/sandbox/clock', { body }, options);
  }

  /** Back to real time. */
  reset(options?: RequestOptions): Promise<Clock> {
    return this.send('delete', '/api/v1/sandbox/clock', {}, options);
  }
}

export class SandboxWithdrawals extends Resource {
  approve(id: string, options?: RequestOptions): Promise<Withdrawal> {
    return this.send('post', '/api/v1/sandbox/withdrawals/{id}/approve', { id }, options);
  }

  reject(id: string, options?: RequestOptions): Promise<Withdrawal> {
    return this.send('post', '/api/v1/sandbox/withdrawals/{id}/reject', { id }, options);
  }

  /** The bank returns a paid withdrawal, or a part of it. */
  return(id: string, body: { amount?: Reais } = {}, options?: RequestOptions): Promise<Withdrawal> {
    return this.send('post', '/api/v1/sandbox/withdrawals/{id}/return', { id, body }, options);
  }
}

export class SandboxDisputes extends Resource {
  win(id: string, options?: RequestOptions): Promise<Dispute> {
    return this.send('post', '/api/v1/sandbox/disputes/{id}/win', { id }, options);
  }

  lose(id: string, options?: RequestOptions): Promise<Dispute> {
    return this.send('post', '/api/v1/sandbox/disputes/{id}/lose', { id }, options);
  }
}
