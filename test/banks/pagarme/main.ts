import { join } from 'node:path';
import { replaceFile } from '../../psp/client-files.ts';
import { startControl } from '../../psp/control.ts';
import { createCertificateAuthority } from '../../support/certificates.ts';
import {
  type Bank,
  type Behaviour,
  behave,
  type Charge,
  createBank,
  found,
  type Order,
  type Payable,
  Problem,
  type Seen,
  type Settings,
} from './bank.ts';
import { chargeBack, finishRefunds } from './charges.ts';
import { noticeBody, Signer, startNotices } from './notices.ts';
import { accept, createToken, refuse } from './orders.ts';
import { adjust, payUpTo } from './payables.ts';
import { startServer } from './server.ts';

/** What this program is started with, as JSON in its first argument. */
export type Start = { folder: string; settings: Settings };

/** What it sends once it serves. */
export type Ready = { apiUrl: string; keysUrl: string; tdsUrl: string; controlUrl: string; caFile: string };

export type PagarmeState = {
  orders: Order[];
  charges: Charge[];
  payables: Payable[];
  seen: Seen[];
  violations: string[];
  notices: Bank['notices'];
};

/** A notice as it would be sent. */
export type SignedNotice = { body: string; signature: string };

const HOST = 'localhost';

const start = JSON.parse(process.argv[2] ?? '{}') as Start;
process.once('disconnect', () => process.exit(0));
process.send?.(await run(start));

async function run({ folder, settings }: Start): Promise<Ready> {
  const authority = createCertificateAuthority('Simulator Pagar.me');
  const bank = createBank(settings);
  const signer = new Signer();
  startNotices(bank, signer);
  const port = await startServer(bank, signer, authority.issueServer([HOST], ['127.0.0.1']));
  const caFile = join(folder, 'ca.pem');
  replaceFile(caFile, authority.cert);
  const control = await startControl(orders(bank, signer));
  const base = `https://${HOST}:${port}`;
  return {
    ...{ apiUrl: `${base}/core/v5`, keysUrl: `${base}/.well-known/jwks.json`, caFile },
    ...{ tdsUrl: `${base}/core/v5/tds-token`, controlUrl: `http://127.0.0.1:${control.port}` },
  };
}

function orders(bank: Bank, signer: Signer) {
  const charge = (id: string) => found(bank.charges, id, 'Charge');
  return {
    behave: (behaviour: Behaviour) => behave(bank, behaviour),
    tokenOf: (card: object) => tokenOf(bank, card),
    finish: (id: string, how: 'paid' | 'failed') =>
      how === 'paid' ? accept(bank, charge(id), false) : refuse(bank, charge(id)),
    finishRefunds: (id: string, isDone: boolean) => finishRefunds(bank, id, isDone),
    chargeBack: (id: string) => chargeBack(bank, id),
    adjust: (id: string, amount: number) => adjust(bank, charge(id), amount),
    payUpTo: (day: string) => payUpTo(bank, day),
    moveClock(offsetMs: number) {
      bank.clockOffsetMs = offsetMs;
    },
    rotateKeys: () => signer.rotate(),
    noticeOf(id: string, type: string): SignedNotice {
      const body = noticeBody(bank, type, charge(id));
      return { body, signature: signer.header(body) };
    },
    sign: (body: string): SignedNotice => ({ body, signature: signer.header(body) }),
    state: (): PagarmeState => ({
      ...{ orders: [...bank.orders.values()], charges: [...bank.charges.values()] },
      ...{ payables: bank.payables, seen: bank.seen },
      ...{ violations: bank.violations, notices: bank.notices },
    }),
  };
}

/** As the payer's page makes it. */
function tokenOf(bank: Bank, card: object): string {
  const made = createToken(bank, bank.settings.publicKey, { type: 'card', card }) as { id?: string };
  if (!made.id) throw new Problem(500, 'no token');
  return made.id;
}
