import { type CnabRail, openCnab } from '../../server/src/providers/cnab/rail.ts';
import { sandboxBoletoBank } from '../../server/src/providers/sandbox/boleto-bank.ts';
import { boletoRequest, COMPANY_DOCUMENT } from './cnab-gateway.ts';
import { cnabConfig, cnabEnvironment } from './cnab-settings.ts';
import { bytesOfLines, FakeBank } from './file-bank.ts';
import type { Seller, TestGateway } from './gateway.ts';
import type { PostCase as Case, Post as Prepared } from './post-case.ts';

type Headers = Record<string, string>;
type ByOperator = (
  of: (seller: Seller, operator: Seller) => Promise<Omit<Prepared, 'as'> & { as?: Headers }>,
) => Case;

const BINARY = { 'content-type': 'application/octet-stream' };
const ON = '25112026';

/** The writes of operators about banks and their files, of which none may happen twice. */
export function bankCases(
  gateway: () => TestGateway,
  asOperator: () => Promise<Headers>,
): Record<string, Case[]> {
  const byOperator: ByOperator = (of) => ({
    name: 'an operator',
    prepare: async (seller) => {
      const { as, ...prepared } = await of(seller, await gateway().operator());
      return { ...prepared, as: { ...(await asOperator()), ...as } };
    },
  });
  const returned = (operator: Seller) => returnOf(gateway(), operator);
  return {
    'admin/coverage': [byOperator(async () => ({ path: 'admin/coverage', timeOfAnswer: 'measured_at' }))],
    'admin/alerts/{id}/resolve': [
      byOperator(async () => ({
        path: `admin/alerts/${await alert(gateway())}/resolve`,
        body: { note: 'seen' },
      })),
    ],
    'admin/reconciliation/{id}/run': [
      byOperator(async () => ({ path: `admin/reconciliation/${await comparedDay(gateway())}/run` })),
    ],
    'admin/reconciliation/differences/{id}/resolve': [
      byOperator(async () => ({
        path: `admin/reconciliation/differences/${await difference(gateway())}/resolve`,
        body: { note: 'seen' },
      })),
    ],
    'admin/file-banks/{name}/remittances': [
      byOperator(async () => ({ path: `admin/file-banks/${await bankWithTitle(gateway())}/remittances` })),
    ],
    'admin/file-banks/{name}/returns': [byOperator((_, operator) => returned(operator))],
    'admin/bank-files/{id}/book': [
      byOperator(async (_, operator) => {
        const { path, body, as } = await returned(operator);
        const uploaded = await operator.call('POST', `/api/v1/${path}`, body, as);
        return { path: `admin/bank-files/${uploaded.body.id}/book` };
      }),
    ],
    'admin/bank-files/{id}/payments': [
      byOperator(async (_, operator) => ({
        path: `admin/bank-files/${await repeatedPayment(gateway(), operator)}/payments`,
        body: { line: 3, reason: 'twice on the statement' },
      })),
    ],
    'admin/bank-files/{id}/sent': [
      byOperator(async (_, operator) => ({
        path: `admin/bank-files/${(await remittanceOf(gateway(), operator)).id}/sent`,
      })),
    ],
    'sandbox/withdrawals/{id}/return': [
      {
        name: 'a seller',
        prepare: async (seller) => ({
          as: { 'x-api-key': seller.apiKey },
          path: `sandbox/withdrawals/${await paidWithdrawal(seller)}/return`,
          body: { amount: 4 },
        }),
      },
    ],
    ...payerRefundCases(gateway, byOperator),
  };
}

function payerRefundCases(gateway: () => TestGateway, byOperator: ByOperator): Record<string, Case[]> {
  return {
    'admin/payer-refunds/{id}/paid': [
      byOperator(async (seller) => ({
        path: `admin/payer-refunds/${await payerRefund(gateway(), seller)}/paid`,
        body: { reference: 'E1' },
      })),
    ],
    'admin/payer-refunds/{id}/refuse': [
      byOperator(async (seller) => ({
        path: `admin/payer-refunds/${await payerRefund(gateway(), seller)}/refuse`,
        body: { reason: 'of another person' },
      })),
    ],
  };
}

let opened = 0;

/** A bank of files behind the others, so that no boleto of another test goes there. */
function files({ deps }: TestGateway): CnabRail {
  opened += 1;
  const name = `files${opened}`;
  const part = name.toUpperCase();
  const environment = { ...cnabEnvironment(name, 'bradesco'), [`GUICHE_BANK_${part}_CUT_OFF`]: 'none' };
  const rail = openCnab(cnabConfig(environment, name, 'bradesco'), deps);
  Object.assign(deps.rails, { boleto: [...deps.rails.boleto, rail] });
  return rail;
}

async function alert({ db, deps }: TestGateway): Promise<string> {
  const id = deps.ids.next();
  await db.query(`insert into alerts (id, kind, source, raised_at) values ($1, 'return_failed', $2, now())`, [
    id,
    `return_failed:${id}`,
  ]);
  return id;
}

async function comparedDay({ db, deps }: TestGateway): Promise<string> {
  const id = deps.ids.next();
  await db.query(
    `insert into reconciliation_days (id, provider, kind, day, state, runs, compared_at)
     values ($1, $2, 'pix', '2026-01-01', 'complete', 1, now())`,
    [id, `psp-${id}`],
  );
  return id;
}

async function difference(gateway: TestGateway): Promise<string> {
  const id = gateway.deps.ids.next();
  await gateway.db.query(
    `insert into reconciliation_differences (id, day_id, provider, kind, verdict, reference, listed_cents, occurred_at,
       state, first_seen_at, last_seen_at, last_run)
     values ($1, $2, 'psp', 'pix', 'unknown', 'E1', 100, now(), 'open', now(), now(), 1)`,
    [id, await comparedDay(gateway)],
  );
  return id;
}

/** A boleto that was paid at a bank and is given back, with a key that no provider pays. */
async function payerRefund({ db, deps }: TestGateway, seller: Seller): Promise<string> {
  const bank = sandboxBoletoBank(db, { registersAfterMs: 0 });
  const rails = { ...deps.rails };
  Object.assign(deps.rails, { boleto: [bank] });
  const sale = async () => {
    const customer = { name: 'Ana', cpf_cnpj: '52998224725' };
    const made = await seller.call('POST', '/api/v1/charges', {
      billing_type: 'BOLETO',
      value: 150,
      customer,
    });
    await seller.call('POST', `/api/v1/sandbox/charges/${made.body.id}/pay`);
    return made.body.id as string;
  };
  await sale();
  const refund = await seller.call('POST', `/api/v1/charges/${await sale()}/refund`);
  Object.assign(deps.rails, rails);
  await db.query(`update payer_refunds set status = 'sending', key_number = 1 where id = $1`, [
    refund.body.id,
  ]);
  return refund.body.id;
}

async function paidWithdrawal(seller: Seller): Promise<string> {
  const sale = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
  await seller.call('POST', `/api/v1/sandbox/charges/${sale.body.id}/pay`);
  const asked = { amount: 10, pix_key: 'loja@example.com' };
  const { body } = await seller.call('POST', '/api/v1/withdrawals', asked);
  await seller.call('POST', `/api/v1/sandbox/withdrawals/${body.id}/approve`);
  return body.id;
}

/** A bank of its own, with a title that waits for the first file. */
async function bankWithTitle(gateway: TestGateway): Promise<string> {
  const rail = files(gateway);
  const reference = gateway.deps.ids.next();
  const ourNumber = reference.replace(/\D/g, '').slice(-8);
  await rail.registerBoleto(boletoRequest({ reference, ourNumber }));
  return rail.name;
}

async function remittanceOf(gateway: TestGateway, operator: Seller): Promise<{ bank: string; id: string }> {
  const bank = await bankWithTitle(gateway);
  const made = await operator.call('POST', `/api/v1/admin/file-banks/${bank}/remittances`);
  return { bank, id: made.body.id };
}

/** The second of two returns that report one payment, booked. */
async function repeatedPayment(gateway: TestGateway, operator: Seller): Promise<string> {
  const { path, house } = await houseOf(gateway, operator);
  const [title] = house.titles.values();
  if (!title) throw new Error('the bank has a title');
  const booked = async (on: string) => {
    const lines = house.returnFile([{ title, code: '06', paid: title.cents, on: ON, creditedOn: on }]);
    const { body } = await operator.call('POST', `/api/v1/${path}`, bytesOfLines(lines), BINARY);
    await operator.call('POST', `/api/v1/admin/bank-files/${body.id}/book`);
    return body.id as string;
  };
  await booked('26112026');
  return booked('27112026');
}

/** What the bank answers to a file with one title, as it is uploaded. */
async function returnOf(gateway: TestGateway, operator: Seller) {
  const { path, house } = await houseOf(gateway, operator);
  return { path, body: bytesOfLines(house.returnFile()), as: BINARY };
}

async function houseOf(gateway: TestGateway, operator: Seller) {
  const { bank, id } = await remittanceOf(gateway, operator);
  const content = await operator.call('GET', `/api/v1/admin/bank-files/${id}/content`);
  const house = new FakeBank('237', COMPANY_DOCUMENT);
  house.take(content.raw, ON);
  const path = `admin/file-banks/${bank}/returns?file_name=retorno.ret`;
  return { path, house };
}
