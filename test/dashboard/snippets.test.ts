import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionGroups, callOf, examplesOf } from '../../web/dashboard/pages/integrations/actions.ts';
import { type Call, curlOf, typescriptOf } from '../../web/dashboard/pages/integrations/snippets.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';

const KEY = '0c7a4f0e-6f5b-4d2e-9a51-2f3a8a6c1d10';
const HOSTILE = `it's "quoted" $HOME \`id\` \\ \n <b>é</b> \${x} '); process.exit(1) //`;
const actions = actionGroups(true).flatMap(([, group]) => group);

let gateway: TestGateway;
let seller: Seller;
let origin: string;

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Padaria');
  origin = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  // Refunds and withdrawals need money, and a withdrawal a key to go to.
  await seller.call('PATCH', '/api/v1/account', { payout_pix_key: 'padaria@example.com' });
  await paidCharge(500);
});
afterAll(() => gateway.stop());

async function runCurl(call: Call) {
  const snippet = `${curlOf(origin, call)} -w '\\n%{http_code}'`;
  const { stdout } = await promisify(execFile)('bash', ['-c', snippet], {
    env: { ...process.env, GUICHE_KEY: seller.apiKey },
  });
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: JSON.parse(stdout.slice(0, end)) };
}

/** What stands in the snippet, with the answer handed out at its end. */
async function runTypescript(call: Call) {
  const program = `process.env.GUICHE_KEY = ${JSON.stringify(seller.apiKey)};
${typescriptOf(origin, call)}
process.stdout.write(JSON.stringify({ status: response.status, body: answer }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return JSON.parse(stdout) as { status: number; body: Record<string, unknown> };
}

async function openCharge(value: number): Promise<string> {
  const charge = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value });
  return charge.body.id;
}

async function paidCharge(value: number): Promise<string> {
  const id = await openCharge(value);
  await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
  return id;
}

describe('what "try it" shows really works against a running gateway', () => {
  it.each(actions.map((action) => [action.name, action] as const))('as curl: %s', async (name, action) => {
    const id = await (name === 'refundCharge' ? paidCharge(10) : openCharge(10));
    const values = { ...examplesOf(action), id };
    const { status, body } = await runCurl(callOf(action, values, crypto.randomUUID()));
    expect([200, 201], JSON.stringify(body)).toContain(status);
  });

  it('as TypeScript, giving the same answer as curl under the same Idempotency-Key', async () => {
    const action = actions.find(({ name }) => name === 'createPix');
    if (!action) throw new Error('no action createPix');
    const call = callOf(action, { ...examplesOf(action), description: HOSTILE }, KEY);
    const [first, again] = [await runCurl(call), await runTypescript(call)];
    expect(first.status).toBe(201);
    expect(again.body.id).toBe(first.body.id);
    const made = await seller.call('GET', `/api/v1/charges/${first.body.id}`);
    expect(made.body.description).toBe(HOSTILE.trim());
  });

  it('as TypeScript without a body', async () => {
    const action = actions.find(({ name }) => name === 'balance');
    if (!action) throw new Error('no action balance');
    expect(await runTypescript(callOf(action, {}, KEY))).toMatchObject({ status: 200 });
  });
});
