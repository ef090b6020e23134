// `npm run paint`: when a slow phone draws the dashboard. Starts a gateway of its own with an empty cache for every try,
// and prints the median of each page. `npm run paint -- --tries=9`; `--json` prints all figures.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, root, say } from './prepare.mjs';

/** A cheap phone on a weak mobile network, as Lighthouse takes it. */
const SLOW_PHONE = {
  cpuSlowdown: 4,
  latencyMs: 150,
  downloadBytesPerSecond: 1_600_000 / 8,
  uploadBytesPerSecond: 750_000 / 8,
  viewport: { width: 390, height: 844 },
};
const MAX_START_MS = 120_000;
const MAX_PAGE_MS = 60_000;
const CHARGES = 12;
const PASSWORD = 'quatro cavalos azuis';

const { values } = parseArgs({
  options: { tries: { type: 'string', default: '5' }, json: { type: 'boolean', default: false } },
});
const tries = Number(values.tries);
if (!Number.isInteger(tries) || tries < 1) throw new Error('--tries is a whole number from 1');

await prepare();
const { chromium } = await import('playwright-core');
const gateway = await start();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const seller = await sellerWithCharges(gateway.address);
  const pages = [
    { name: 'sign-in', path: '/login', seller: null, shown: 'input[type=password]' },
    { name: 'overview', path: '/', seller, shown: 'main h1' },
    { name: 'charges', path: '/charges', seller, shown: 'main table a, main li a' },
  ];
  const results = [];
  for (const page of pages) {
    const all = [];
    for (let at = 0; at < tries; at++) all.push(await measure(page));
    results.push({ page: page.name, all });
  }
  report(results);
} finally {
  await browser.close();
  await gateway.stop();
}

async function start() {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-paint-'));
  const { PATH, HOME } = process.env;
  const program = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    env: { PATH, HOME, PORT: '0', GUICHE_DATA_DIR: dataDir, GUICHE_DEMO: 'off', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (program.exitCode === null) {
      const ended = once(program, 'exit');
      program.kill('SIGTERM');
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  const address = await new Promise((resolve, reject) => {
    let output = '';
    setTimeout(() => reject(new Error('the gateway did not start')), MAX_START_MS).unref();
    program.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
    program.stdout.on('data', (chunk) => {
      output += chunk;
      const [, found] = /Server listening at (http:[^"]+)"/.exec(output) ?? [];
      if (found) resolve(found);
    });
  });
  return { address, stop };
}

async function sellerWithCharges(address) {
  const seller = { email: 'paint@example.com', password: PASSWORD };
  const call = async (path, body, token) => {
    const answer = await fetch(`${address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { token } = await call('/auth/register', { name: 'Loja Azul', document: '11144477735', ...seller });
  for (let at = 1; at <= CHARGES; at++) {
    const { id } = await call(
      '/charges',
      { billing_type: 'PIX', value: at, description: `Pedido ${at}` },
      token,
    );
    if (at % 2 === 0) await call(`/sandbox/charges/${id}/pay`, {}, token);
  }
  return seller;
}

/** One opening with nothing cached. Times are milliseconds from the navigation. */
async function measure({ path, seller, shown }) {
  const context = await browser.newContext({
    viewport: SLOW_PHONE.viewport,
    locale: 'pt-BR',
    isMobile: true,
  });
  try {
    if (seller) {
      const { origin } = new URL(gateway.address);
      await context.request.post(`${origin}/api/v1/auth/login`, {
        data: { ...seller, cookie: true },
        headers: { origin },
      });
    }
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW_PHONE.latencyMs,
      downloadThroughput: SLOW_PHONE.downloadBytesPerSecond,
      uploadThroughput: SLOW_PHONE.uploadBytesPerSecond,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.cpuSlowdown });
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) globalThis.largestPaint = entry.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await page.goto(gateway.address + path, { waitUntil: 'commit', timeout: MAX_PAGE_MS });
    await page.locator(shown).first().waitFor({ timeout: MAX_PAGE_MS });
    const usable = await page.evaluate('performance.now()');
    await page.waitForLoadState('networkidle', { timeout: MAX_PAGE_MS });
    const first = await page.evaluate(
      `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null`,
    );
    const largest = await page.evaluate('globalThis.largestPaint ?? null');
    const requests = await page.evaluate(`performance.getEntriesByType('resource').length + 1`);
    return { first, largest, usable, requests, kilobytes: bytes / 1024 };
  } finally {
    await context.close();
  }
}

function report(results) {
  if (values.json) return say(JSON.stringify(results, null, 2));
  const { cpuSlowdown, latencyMs, downloadBytesPerSecond } = SLOW_PHONE;
  const network = `${(downloadBytesPerSecond * 8) / 1e6} Mbit/s, ${latencyMs} ms`;
  say(`Medians of ${tries}, nothing cached, CPU slowed ${cpuSlowdown} times, ${network}:`);
  for (const { page, all } of results) {
    const of = (key) => median(all.map((each) => each[key]));
    const seconds = (key) => `${(of(key) / 1000).toFixed(2)} s`;
    say(
      `  ${page.padEnd(9)} first paint ${seconds('first')}, largest ${seconds('largest')}, usable ${seconds('usable')}, ` +
        `${of('requests')} requests, ${of('kilobytes').toFixed(0)} KB`,
    );
  }
}

function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

function chromiumPath() {
  const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
  return process.env.CHROMIUM_PATH ?? places.find((each) => existsSync(each)) ?? 'chromium';
}
