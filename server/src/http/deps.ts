import type { Pages } from '../db/pages.ts';
import type { PayerSeal } from '../db/payer-seal.ts';
import type { Db } from '../db/pool.ts';
import type { DatabaseProbe } from '../db/probe.ts';
import type { Reads } from '../db/reads.ts';
import type { Rollups } from '../db/rollup.ts';
import type { TrustedCache } from '../db/trusted-cache.ts';
import type { Wake } from '../events/wake.ts';
import type { FileContents } from '../files/content.ts';
import type { Clock } from '../kit/clock.ts';
import type { Config } from '../kit/config.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { AddressGuard } from '../kit/public-address.ts';
import type { Vault } from '../kit/secrets.ts';
import type { Carrier } from '../mail/carrier.ts';
import type { Dns } from '../net/dns.ts';
import type { Rails } from '../providers/rails.ts';
import type { AnswerSeal } from '../write/answer-seal.ts';
import type { Writer } from '../write/writer.ts';
import type { AccountFacts } from './account-facts.ts';
import type { InProgress } from './in-progress.ts';
import type { RequestLog } from './request-log/log.ts';

/** Dependencies from outside: chosen in main.ts, or by a test. */
export type BaseDeps = {
  db: Db;
  /** A standby of `db` that lists may be read from. */
  standby?: Db | null;
  clock: Clock;
  ids: Ids;
  log: Log;
  vault: Vault;
  config: Config;
  rails: Rails;
  publicUrl: string;
  /** Where notifications may go. */
  addresses: AddressGuard;
  /** What this process cannot mend by itself, and a new one might; null: nothing. */
  findFault?: () => string | null;
};

/** In-memory parts of a process: built by assemble.ts, once per process. */
export type Parts = {
  probe: DatabaseProbe;
  /** Requests that this process is answering. */
  inProgress: InProgress;
  trusted: TrustedCache;
  accountFacts(accountId: string): Promise<AccountFacts>;
  /** Where payers reach the pages of a seller: its own verified domain, else the public address of the gateway. */
  pagesUrl(accountId: string): Promise<string>;
  /** The account whose verified domain this is. */
  sellerAt(host: string): Promise<string | null>;
  dns: Dns;
  /** What is wrong with a new password, as a sentence about its field; null: nothing. */
  passwordProblem(password: string, owner: { email: string; name: string; document?: string }): string | null;
  rollups: Rollups;
  /** Where lists and figures are read: the primary, or a standby that is not far behind. */
  reads: Reads;
  /** Reads pages of long lists. */
  pages: Pages;
  requestLog: RequestLog;
  /** Seals what is stored of payers. */
  payerSeal: PayerSeal;
  /** The content of uploaded files. */
  files: FileContents;
  /** Takes mails out of the gateway. Only the job of a mail uses it. */
  mail: Carrier;
  /** How answers are kept under idempotency keys. */
  answerSeal: AnswerSeal;
  /** The only way to change money or state. */
  writer: Writer;
  /** Wakes workers and pages of this process. */
  wake: Wake;
};

/** What operations need. */
export type Deps = BaseDeps & Parts;
