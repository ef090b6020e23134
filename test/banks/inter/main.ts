import { join } from 'node:path';
import { type ClientFiles, clientFiles, replaceFile, writeClientFiles } from '../../psp/client-files.ts';
import { startControl } from '../../psp/control.ts';
import { createCertificateAuthority } from '../../support/certificates.ts';
import { type Bank, type Behaviour, behave, createBank, type Owner, type Settings } from './bank.ts';
import { credit, giveBack, setStatus } from './banking.ts';
import { finishChange, finishRegistration, receive, setSituation } from './cobranca.ts';
import { createNotices } from './notices.ts';
import { type House, startServer } from './server.ts';
import { createTokens, type Tokens } from './tokens.ts';

/** What this program is started with, as JSON in its first argument. */
export type Start = { folder: string; passphrase: string; settings: Settings };

export type Ready = {
  apiUrl: string;
  tokenUrl: string;
  controlUrl: string;
  caFile: string;
  client: ClientFiles;
};

export type InterState = ReturnType<typeof stateOf>;

const HOST = 'localhost';

const start = JSON.parse(process.argv[2] ?? '{}') as Start;
process.once('disconnect', () => process.exit(0));
process.send?.(await run(start));

async function run({ folder, passphrase, settings }: Start): Promise<Ready> {
  const authority = createCertificateAuthority('Simulator Inter');
  const bank = createBank(settings);
  bank.notices = createNotices(bank);
  const tokens = createTokens(bank);
  const certificate = authority.issueServer([HOST], ['127.0.0.1']);
  const house: House = { bank, tokens, authority: authority.cert, certificate, welcome: new Set() };
  const caFile = join(folder, 'ca.pem');
  replaceFile(caFile, authority.cert);
  const server = await startServer(house);
  const issued = authority.issueClient('inter application', passphrase);
  const client = clientFiles(folder, 1);
  writeClientFiles(client, issued);
  house.welcome.add(issued.fingerprint);
  const { port } = await startControl({
    ...ordersOf(bank),
    state: () => stateOf(bank, tokens),
    expireTokens: () => tokens.forgetAll(),
    cutConnections: () => server.cutConnections(),
  });
  const url = `https://${HOST}:${server.port}`;
  return {
    ...{ apiUrl: url, tokenUrl: `${url}/oauth/v2/token` },
    ...{ controlUrl: `http://127.0.0.1:${port}`, caFile, client },
  };
}

function ordersOf(bank: Bank) {
  return {
    behave: (behaviour: Behaviour) => behave(bank, behaviour),
    finishRegistration: (codigo: string) => finishRegistration(bank, codigo),
    setSituation: (codigo: string, situacao: string, motivo?: string) =>
      setSituation(bank, codigo, situacao, motivo),
    receive: (codigo: string, by?: 'BOLETO' | 'PIX', amount?: number, day?: string) =>
      receive(bank, codigo, by, amount, day),
    waitingPayouts: () =>
      [...bank.sent.values()].flatMap(({ codigoSolicitacao, key, status }) =>
        status === 'ENVIADO' ? [{ codigoSolicitacao, key }] : [],
      ),
    receiveIfOpen(codigo: string, by: 'BOLETO' | 'PIX', amount?: number): boolean {
      const isOpen = ['A_RECEBER', 'ATRASADO'].includes(bank.cobrancas.get(codigo)?.situacao ?? '');
      if (isOpen) receive(bank, codigo, by, amount);
      return isOpen;
    },
    finishChange: (codigoEdicao: string) => finishChange(bank, codigoEdicao),
    setStatus: (codigo: string, status: string) => setStatus(bank, codigo, status),
    giveBack: (codigo: string, amount?: number) => giveBack(bank, codigo, amount),
    credit: (amount: number) => credit(bank, amount),
    setOwner: (chave: string, owner: Owner) => void bank.owners.set(chave, owner),
    setBalance: (amount: number) => {
      bank.balance = amount;
    },
    /** Also to plain http, which the registration by the API refuses. */
    notify: (kind: string, url: string) => void bank.webhooks.set(kind, url),
    resendNotices: () => bank.notices.resend(),
  };
}

function stateOf(bank: Bank, tokens: Tokens) {
  return {
    cobrancas: [...bank.cobrancas.values()],
    sent: [...bank.sent.values()],
    edits: [...bank.edits].map(([codigoEdicao, edit]) => ({ codigoEdicao, ...edit })),
    movements: bank.movements,
    webhooks: Object.fromEntries(bank.webhooks),
    requests: bank.requests,
    violations: bank.violations,
    balance: bank.balance,
    tokens: tokens.granted(),
    faults: bank.faults.struck,
    notices: bank.notices.counts(),
  };
}
