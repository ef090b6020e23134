import { join } from 'node:path';
import { Agent } from 'undici';
import { type ClientFiles, clientFiles, replaceFile, writeClientFiles } from '../../psp/client-files.ts';
import { startControl } from '../../psp/control.ts';
import { createCertificateAuthority } from '../../support/certificates.ts';
import {
  type Bank,
  type Behaviour,
  behave,
  type Charge,
  createBank,
  type Found,
  type NoticeCounts,
  type Seen,
  type Sent,
  type Settings,
  textOf,
} from './bank.ts';
import { become, heldCharge, payCharge, payIfOpen } from './charges.ts';
import type { FaultKind } from './faults.ts';
import { startNotices } from './notices.ts';
import { CHARGE_ROUTES, PIX_ROUTES } from './routes.ts';
import { finishSent, giveBack } from './sending.ts';
import { startHost } from './server.ts';
import { createTokens } from './tokens.ts';

/** What this program is started with, as JSON in its first argument. */
export type Start = { folder: string; passphrase: string; settings: Settings };

/** What it sends once it serves. */
export type Ready = {
  chargesUrl: string;
  pixUrl: string;
  controlUrl: string;
  caFile: string;
  client: ClientFiles;
};

export type EfiState = {
  charges: Charge[];
  sent: Sent[];
  /** By PIX key. */
  webhooks: Record<string, string>;
  balance: string;
  seen: Seen[];
  tokens: string[];
  /** Requests that Efí's own schemas refuse. */
  violations: Found[];
  /** Answers of this simulator that they refuse. */
  ownViolations: Found[];
  notices: NoticeCounts;
  faults: Record<FaultKind, number>;
};

const HOST = 'localhost';

const start = JSON.parse(process.argv[2] ?? '{}') as Start;
process.once('disconnect', () => process.exit(0));
process.send?.(await run(start));

async function run({ folder, passphrase, settings }: Start): Promise<Ready> {
  const authority = createCertificateAuthority('Simulator Efí');
  const certificate = authority.issueServer([HOST], ['127.0.0.1']);
  const bank = createBank(settings);
  const { cert, key } = certificate;
  startNotices(bank, new Agent({ connect: { cert, key, rejectUnauthorized: false } }));
  behave(bank, settings.behaviour);
  const chargeTokens = createTokens(bank, ['charge']);
  const pixTokens = createTokens(bank, settings.scopes);
  const charges = await startHost({
    bank,
    certificate,
    tokens: chargeTokens,
    routes: CHARGE_ROUTES,
    token: { operation: 'authorize', path: '/v1/authorize' },
    clients: null,
    scopes: [],
  });
  const pix = await startHost({
    bank,
    certificate,
    tokens: pixTokens,
    routes: PIX_ROUTES,
    token: { operation: 'oauth', path: '/oauth/token' },
    clients: authority.cert,
    scopes: settings.scopes,
  });
  const caFile = join(folder, 'ca.pem');
  replaceFile(caFile, authority.cert);
  const client = clientFiles(folder, 1);
  writeClientFiles(client, authority.issueClient('client', passphrase));
  const { port } = await startControl({
    ...orders(bank),
    expireTokens() {
      chargeTokens.expireAll();
      pixTokens.expireAll();
    },
    cutConnections() {
      charges.cutConnections();
      pix.cutConnections();
    },
  });
  return {
    chargesUrl: `https://${HOST}:${charges.port}`,
    pixUrl: `https://${HOST}:${pix.port}`,
    controlUrl: `http://127.0.0.1:${port}`,
    caFile,
    client,
  };
}

function orders(bank: Bank) {
  return {
    behave: (behaviour: Behaviour) => behave(bank, behaviour),
    payCharge: (id: number, payment?: { value?: number; receivedOn?: string }) =>
      payCharge(bank, id, payment),
    payIfOpen: (id: number, value?: number) => payIfOpen(bank, id, value),
    waitingPayouts: () =>
      [...bank.sent.values()].flatMap(({ idEnvio, status }) =>
        status === 'EM_PROCESSAMENTO' ? [idEnvio] : [],
      ),
    changeStatus: (id: number, status: string) => become(bank, heldCharge(bank, id), status),
    noticeAgain: (id: number) => bank.noticeOfCharge(heldCharge(bank, id)),
    finishSent: (idEnvio: string, status: 'REALIZADO' | 'NAO_REALIZADO', motivo?: string) =>
      finishSent(bank, idEnvio, status, motivo),
    giveBack: (idEnvio: string, valor: string) => giveBack(bank, idEnvio, valor),
    moveClock(offsetMs: number) {
      bank.clockOffsetMs = offsetMs;
    },
    state: (): EfiState => ({
      charges: [...bank.charges.values()],
      sent: [...bank.sent.values()],
      webhooks: Object.fromEntries([...bank.webhooks].map(([key, { webhookUrl }]) => [key, webhookUrl])),
      balance: textOf(bank.balanceCents),
      seen: bank.seen,
      tokens: bank.tokens,
      violations: bank.violations,
      ownViolations: bank.ownViolations,
      notices: bank.notices,
      faults: bank.faults.struck,
    }),
  };
}
