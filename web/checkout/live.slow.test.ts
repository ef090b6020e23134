import type { ServerResponse } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bestOf } from '../../test/support/best-of.ts';
import { until } from '../../test/support/until.ts';
import { type Fixture, type Opened, sendHtml, sendJson, sendStream, startFixture } from './fixture.ts';

const PAID = { state: 'RECEIVED', next: '/receipt' };
const PENDING = { state: 'PENDING', next: null };
const LIVE = 'data-live="/live" data-status="/status" data-state="PENDING"';
const BODY = '<p data-offline data-unreachable="Sem resposta" hidden>Sem conexão</p><h1>Pague</h1>';

let fixture: Fixture;
let streams: ((value: unknown) => void)[];
let answers: ServerResponse[];
let looks: number;
let status: unknown;

beforeAll(async () => {
  fixture = await startFixture();
  fixture.serve('/receipt', (_request, response) => sendHtml(response, '<h1>Recebido</h1>'));
});
afterEach(() => fixture.closePages());
afterAll(() => fixture?.stop());

beforeEach(() => {
  [streams, answers, looks, status] = [[], [], 0, PENDING];
  fixture.serve('/status', (_request, response) => {
    looks++;
    if (status) sendJson(response, status);
    else response.destroy();
  });
  fixture.serve('/live', (_request, response) => {
    answers.push(response);
    const say = sendStream(response);
    say(PENDING);
    streams.push(say);
  });
});

async function openPage(context?: BrowserContext): Promise<Opened> {
  return fixture.open({ body: BODY, bodyAttributes: LIVE, ...(context && { context }) });
}

const receipt = (page: Page) => page.getByRole('heading', { name: 'Recebido' }).waitFor();
/** A browser whose clock can be turned forward. */
const fastClock = async () => {
  const context = await fixture.browser.newContext();
  await context.clock.install();
  return context;
};
/** Counts the events that the page has received, for tests that must not move its clock before. */
const COUNT_EVENTS = `window.receivedEvents = 0;
window.EventSource = class extends EventSource {
  constructor(path) {
    super(path);
    this.addEventListener('message', () => window.receivedEvents++);
  }
}`;
const clockWithCounter = async () => {
  const context = await fastClock();
  await context.addInitScript(COUNT_EVENTS);
  return context;
};
const receivedFirst = (page: Page) =>
  until(
    'the first event is received',
    async () => (await page.evaluate<number>('window.receivedEvents')) > 0,
  );
const noStream = async () => {
  const context = await fastClock();
  await context.addInitScript('delete window.EventSource');
  return context;
};

/** Headless pages are always in view: this one reports the visibility it is given. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
document.dispatchEvent(new Event('visibilitychange'))`);
}

describe('the stream', () => {
  it('turns the page into the receipt within a second of the payment', async () => {
    const tookMs = await bestOf(1_000, async () => {
      streams = [];
      const { page, complaints } = await openPage();
      await until('the stream is open', () => streams.length === 1);
      const begin = performance.now();
      streams[0]?.(PAID);
      await receipt(page);
      const ownMs = performance.now() - begin;
      expect(await page.evaluate('history.length')).toBe(2);
      expect(complaints).toEqual([]);
      return ownMs;
    });
    expect(tookMs).toBeLessThan(1_000);
    expect(looks).toBe(0);
  });

  it('loads the page again when the state is another and no next page is named', async () => {
    const { page } = await openPage();
    await until('the stream is open', () => streams.length === 1);
    const loaded = page.waitForEvent('load');
    streams[0]?.({ state: 'EXPIRED', next: null });
    await loaded;
    await until('the stream is open again', () => streams.length === 2);
  });

  it('does not load a page that disagrees with the state again and again', async () => {
    fixture.serve('/live', (_request, response) => {
      const say = sendStream(response);
      say({ state: 'EXPIRED', next: null });
      streams.push(say);
    });
    const { page } = await openPage();
    await until('the page was loaded again', () => streams.length === 2);
    await page.waitForTimeout(500);
    expect(streams.length).toBe(2);
  });

  it('is opened anew when it has fallen silent, and says how things stand', async () => {
    const { page } = await openPage(await clockWithCounter());
    await receivedFirst(page);
    await page.clock.fastForward(21_000);
    await until('the stream is opened anew', () => streams.length === 2);
    await until('the old one is closed', () => answers[0]?.closed === true);
    streams[1]?.(PAID);
    await receipt(page);
  });

  it('never leaves this host', async () => {
    const { page } = await openPage();
    await until('the stream is open', () => streams.length === 1);
    streams[0]?.({ state: 'PENDING', next: 'https://elsewhere.example/' });
    streams[0]?.('nonsense');
    streams[0]?.(PAID);
    await receipt(page);
  });

  it('does not cut off a form that is under way', async () => {
    const underWay: ServerResponse[] = [];
    fixture.serve('/pay', (_request, response) => void underWay.push(response));
    const form = '<form method="post" action="/pay" data-once><button>Pagar</button></form>';
    const { page } = await fixture.open({ body: form, bodyAttributes: LIVE });
    await until('the stream is open', () => streams.length === 1);
    await page.evaluate(`document.querySelector('button').click()`);
    await until('the form has arrived', () => underWay.length === 1);
    streams[0]?.({ state: 'REFUSED', next: null });
    await page.waitForTimeout(200);
    for (const response of underWay) sendHtml(response, '<h1>Recusado</h1>');
    await page.getByRole('heading', { name: 'Recusado' }).waitFor();
  });
});

describe('without a stream', () => {
  it('the page asks every few seconds', async () => {
    const { page } = await openPage(await noStream());
    await page.clock.fastForward(3_000);
    await until('the page asked', () => looks === 1);
    status = PAID;
    await until('the page asked again', async () => {
      await page.clock.fastForward(4_000);
      return looks >= 2;
    });
    await receipt(page);
  });

  it.each([
    ['is refused', (response: ServerResponse) => void response.writeHead(503).end()],
    ['is not there', (response: ServerResponse) => void response.writeHead(404).end()],
  ])('when the stream %s, the page asks at once', async (_, answer) => {
    fixture.serve('/live', (_request, response) => answer(response));
    status = PAID;
    const { page } = await openPage();
    await receipt(page);
  });

  it('when the stream breaks three times, the page asks', async () => {
    fixture.serve('/live', (_request, response) => {
      streams.push(() => {});
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('retry: 100\n\n');
      setTimeout(() => response.end(), 50);
    });
    const { page } = await openPage();
    await until('the page asked', () => looks === 1);
    expect(streams.length).toBe(3);
    status = PAID;
    await receipt(page);
  });

  it('when the stream says nothing for twenty seconds, the page asks', async () => {
    fixture.serve('/live', (_request, response) => {
      streams.push(sendStream(response));
    });
    const { page } = await openPage(await fastClock());
    await until('the stream is open', () => streams.length === 1);
    status = PAID;
    await page.clock.fastForward(15_000);
    expect(looks).toBe(0);
    await page.clock.fastForward(5_000);
    await receipt(page);
  });

  it('the page tries the stream again once the server has answered a few times', async () => {
    fixture.serve('/live', (_request, response) => {
      streams.push(() => {});
      response.writeHead(503).end();
    });
    const context = await fastClock();
    let answered = 0;
    context.on('requestfinished', (request) => {
      if (request.url().endsWith('/status')) answered++;
    });
    const { page } = await openPage(context);
    // A clock that runs ahead of the refusal would be a silent stream, which is not tried again.
    await until('the page asked, as the stream was refused', () => answered === 1);
    await until('the stream was tried again', async () => {
      if (answered === looks) await page.clock.fastForward(5_000);
      return streams.length >= 2;
    });
    expect(looks).toBeGreaterThanOrEqual(5);
  });

  it('asks again after an answer that was none', async () => {
    const context = await noStream();
    status = null;
    const { page } = await openPage(context);
    await page.clock.fastForward(3_000);
    await until('the page asked', () => looks >= 1);
    status = PAID;
    await page.clock.fastForward(6_000);
    await receipt(page);
  });
});

describe('a hidden page', () => {
  it('closes its stream, and looks at once when it is seen again', async () => {
    const { page } = await openPage();
    await until('the stream is open', () => answers.length === 1);
    await setHidden(page, true);
    await until('the stream is closed', () => answers[0]?.closed === true);
    status = PAID;
    await setHidden(page, false);
    await receipt(page);
    expect(looks).toBe(1);
  });

  it('does not ask meanwhile', async () => {
    const { page } = await openPage(await noStream());
    await setHidden(page, true);
    await page.clock.fastForward(60_000);
    expect(looks).toBe(0);
    await setHidden(page, false);
    await until('the page asked', () => looks === 1);
  });
});

describe('a lost connection', () => {
  it('is shown, and the page looks at once when it is back', async () => {
    const { page, context } = await openPage();
    await until('the stream is open', () => streams.length === 1);
    await context.setOffline(true);
    await page.getByText('Sem conexão').waitFor();
    status = PAID;
    await context.setOffline(false);
    await receipt(page);
  });

  it('is another thing than answers that stay away, which is shown too, and no longer once they come', async () => {
    status = null;
    const { page, context } = await openPage(await noStream());
    const banner = page.getByText('Sem resposta');
    // What the page asked, not what arrived: its time runs faster than ours, and it may give up on the way.
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/status')) asked += 1;
    });
    const advanceUntil = (what: string, isVisible: boolean) =>
      until(what, async () => {
        await page.clock.fastForward(5_000);
        return (await banner.isVisible()) === isVisible;
      });
    await advanceUntil('the banner shows', true);
    expect(asked).toBeGreaterThanOrEqual(2);
    await context.setOffline(true);
    await page.getByText('Sem conexão').waitFor();
    await context.setOffline(false);
    status = PENDING;
    await advanceUntil('the banner is gone', false);
  });

  it.each([
    ['has spoken', true],
    ['never spoke', false],
  ])(
    'is shown within half a minute of a stream’s silence, by one question, when it %s',
    async (_, speaks) => {
      const held: ServerResponse[] = [];
      const stayAway = (_request: unknown, response: ServerResponse) => void held.push(response);
      if (!speaks) fixture.serve('/live', stayAway);
      const { page } = await openPage(await clockWithCounter());
      if (speaks) await receivedFirst(page);
      else await until('the stream is open', () => held.length === 1);
      let asked = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/status')) asked += 1;
      });
      fixture.serve('/live', stayAway);
      fixture.serve('/status', stayAway);
      await page.clock.runFor(20_000);
      await until('the page asked', () => asked === 1);
      expect(await page.getByText('Sem resposta').isVisible()).toBe(false);
      await page.clock.runFor(9_000);
      await page.getByText('Sem resposta').waitFor({ timeout: 15_000 });
      expect(asked).toBeLessThanOrEqual(speaks ? 1 : 2);
    },
  );

  it('is over soon after the gateway answers again, however long it did not', async () => {
    status = null;
    const { page } = await openPage(await noStream());
    await until('the page asked in vain for a while', async () => {
      await page.clock.fastForward(3_000);
      return looks >= 5;
    });
    status = PAID;
    await page.waitForTimeout(200);
    await page.clock.fastForward(3_000);
    await page.getByRole('heading', { name: 'Recebido' }).waitFor({ timeout: 15_000 });
  });
});

it('a page without a payment to follow asks for nothing', async () => {
  const { page, complaints } = await fixture.open({ body: BODY });
  await setHidden(page, true);
  await setHidden(page, false);
  await page.waitForTimeout(200);
  expect([looks, streams.length, complaints]).toEqual([0, 0, []]);
});
