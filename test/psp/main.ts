import { join } from 'node:path';
import { Agent } from 'undici';
import { createCertificateAuthority } from '../support/certificates.ts';
import { type Bank, behave, createBank, type Found, type Refused, type Settings } from './bank.ts';
import { type CallbackCounts, createCallbacks } from './callbacks.ts';
import type { Charge } from './charge.ts';
import { type ClientFiles, clientFiles, replaceFile, writeClientFiles } from './client-files.ts';
import { startControl } from './control.ts';
import { readDescription } from './description.ts';
import type { Behaviour, FaultKind } from './faults.ts';
import { type Payment, pay } from './pix.ts';
import { type FinalStatus, finishRefund, type MedOptions, takeBack } from './refunds.ts';
import { API_PATH, type House, startServer, TOKEN_PATH } from './server.ts';
import { createTokens } from './tokens.ts';
import type { Operation, Pix, Refund, Webhook } from './wire.ts';

/** What this program is started with, as JSON in its first argument. */
export type Start = { folder: string; passphrase: string; settings: Settings };

/** What it says once it serves. */
export type Ready = {
  apiUrl: string;
  tokenUrl: string;
  controlUrl: string;
  describes: boolean;
  caFile: string;
  client: ClientFiles;
};

export type PspState = {
  cobs: Charge[];
  cobvs: Charge[];
  pix: Pix[];
  refunds: (Refund & { endToEndId: string })[];
  webhooks: ({ chave: string } & Webhook)[];
  requests: Record<Operation, number>;
  /** Requests that are not as the official description says. */
  violations: Found[];
  /** Answers and callbacks of this simulator that are not. */
  ownViolations: Found[];
  /** Everything that was answered with a problem, violations included. */
  refused: Refused[];
  callbacks: CallbackCounts;
  faults: Record<FaultKind, number>;
};

/** Over the same files on demand; the old certificate stays welcome on demand. */
export type Rotation = { samePath?: boolean; keepOld?: boolean };

const HOST = 'localhost';
const SERVER_NAMES: [string[], string[]] = [[HOST], ['127.0.0.1']];

const start = JSON.parse(process.argv[2] ?? '{}') as Start;
process.once('disconnect', () => process.exit(0));
process.send?.(await run(start));

async function run({ folder, passphrase, settings }: Start): Promise<Ready> {
  const authority = createCertificateAuthority('Simulator PSP');
  const own = authority.issueServer(...SERVER_NAMES);
  const bank = createBank(settings);
  const description = readDescription();
  const house: House = {
    bank,
    tokens: createTokens(bank),
    description,
    authority: authority.cert,
    certificate: own,
    welcome: new Set(),
  };
  // The receiver's certificate is its own matter: what a callback shows is who calls.
  const agent = new Agent({ connect: { cert: own.cert, key: own.key, rejectUnauthorized: false } });
  bank.callbacks = createCallbacks(bank, agent, (body) => description?.callbackFaults(body) ?? []);
  behave(bank, settings.behaviour);

  const caFile = join(folder, 'ca.pem');
  replaceFile(caFile, authority.cert);
  const server = await startServer(house);
  let issued = 0;
  let current = clientFiles(folder, 1);
  const newClient = ({ samePath = false, keepOld = false }: Rotation = {}): ClientFiles => {
    issued += 1;
    const certificate = authority.issueClient(`client ${issued}`, passphrase);
    if (!samePath) current = clientFiles(folder, issued);
    writeClientFiles(current, certificate);
    if (!keepOld) house.welcome.clear();
    house.welcome.add(certificate.fingerprint);
    if (!keepOld) server.cutConnections();
    return current;
  };
  const client = newClient();
  const { port } = await startControl({
    ...payerOrders(bank),
    behave: (behaviour: Behaviour) => behave(bank, behaviour),
    state: () => stateOf(bank),
    expireTokens: () => house.tokens.forgetAll(),
    cutConnections: () => server.cutConnections(),
    moveClock(offsetMs: number) {
      bank.clockOffsetMs = offsetMs;
    },
    rotateServerCertificate: () => server.useCertificate(authority.issueServer(...SERVER_NAMES)),
    rotateClientCertificate: newClient,
  });
  const url = `https://${HOST}:${server.port}`;
  return {
    apiUrl: url + API_PATH,
    tokenUrl: url + TOKEN_PATH,
    controlUrl: `http://127.0.0.1:${port}`,
    describes: description !== null,
    caFile,
    client,
  };
}

/** What happens at other banks, and at this one by its own will. */
function payerOrders(bank: Bank) {
  return {
    pay: (txid: string | undefined, payment?: Payment) => pay(bank, txid ?? null, payment),
    med: (endToEndId: string, amount?: string, options?: MedOptions) =>
      takeBack(bank, endToEndId, amount, options),
    finishRefund: (id: string, status: FinalStatus, motivo?: string, endToEndId?: string) =>
      finishRefund(bank, id, status, motivo, endToEndId),
    removeByPsp(txid: string) {
      const charge = bank.charges.get(txid);
      if (charge?.status !== 'ATIVA') throw new Error(`${txid} is not ATIVA`);
      charge.status = 'REMOVIDA_PELO_PSP';
    },
  };
}

function stateOf(bank: Bank): PspState {
  const charges = [...bank.charges.values()];
  const pix = [...bank.pix.values()];
  return {
    cobs: charges.filter(({ name }) => name === 'cob'),
    cobvs: charges.filter(({ name }) => name === 'cobv'),
    pix,
    refunds: pix.flatMap(({ endToEndId, devolucoes = [] }) =>
      devolucoes.map((refund) => ({ ...refund, endToEndId })),
    ),
    webhooks: [...bank.webhooks].map(([chave, webhook]) => ({ chave, ...webhook })),
    requests: bank.requests,
    violations: bank.violations,
    ownViolations: bank.ownViolations,
    refused: bank.refused,
    callbacks: bank.callbacks.counts(),
    faults: bank.faults.struck,
  };
}
