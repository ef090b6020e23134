import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isValidDigitableLine } from '../../../server/src/brazil/boleto-code.ts';
import { type Inter, startInter } from './inter.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('./foreign-client.py', import.meta.url));
const PYTHON = 'python3';

/** `pip install bancointer`; the bank's own pj-sdk-python is on no registry: name its folder in PYTHONPATH. */
const isInstalled = (name: string) => spawnSync(PYTHON, ['-c', `import requests, ${name}`]).status === 0;
const hasBancointer = isInstalled('inter');
const hasSdk = isInstalled('inter_sdk_python');

let inter: Inter;
beforeAll(async () => {
  inter = await startInter();
});
afterAll(() => inter?.stop());

async function drive(name: 'sdk' | 'bancointer'): Promise<Record<string, unknown>> {
  const { apiUrl: url, settings, client, caFile } = inter;
  const { clientId, clientSecret, account } = settings;
  const place = { url, clientId, clientSecret, account, cert: client.certFile, key: client.keyFile };
  const env = { ...process.env, REQUESTS_CA_BUNDLE: caFile };
  const { stdout } = await run(PYTHON, [SCRIPT, name, JSON.stringify(place)], { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}');
}

describe('clients that others wrote', () => {
  it.skipIf(!hasSdk)("the bank's own reads boletos, payouts and the balance of the simulator", async () => {
    const read = await drive('sdk');
    expect(read).toMatchObject({
      ...{ situation: 'A_RECEBER', pages: 1, listed: [true], after: 'CANCELADO' },
      ...{ returnType: 'PROCESSADO', status: 'PAGO', paidAmount: '12.34', receiver: '***.982.247-**' },
    });
    expect(Number(read.amount)).toBe(150);
    expect(isValidDigitableLine(String(read.line))).toBe(true);
    expect(read.copyPaste).toMatch(/^000201/);
  });

  it.skipIf(!hasBancointer)('bancointer reads the balance and the statement of the simulator', async () => {
    await inter.credit(4_321);
    await inter.setBalance(285_055);
    const { balance, statement } = await drive('bancointer');
    expect(balance).toBe('2850.55');
    expect(statement).toContainEqual(['PIX', '43.21']);
  });
});
