import { type Connection, watchConnection } from './connection.ts';
import { type Notice, readNotice, stepAfter } from './notice.ts';
import { isSending } from './once.ts';
import { mayReload } from './reload.ts';

const SILENCE_MS = 20_000;
const MAX_ERRORS = 3;
const FIRST_LOOK_MS = 3_000;
const LAST_LOOK_MS = 15_000;
const SLOWER_UNCHANGED = 1.2;
/** How often the server must have answered before a stream is tried again. */
const ANSWERS_BEFORE_STREAM = 5;
/** With the silence before it, the payer knows within half a minute that nobody answers. */
const MAX_ANSWER_MS = 8_000;
const MAX_LEAVING_MS = 30_000;

type Followed = { readonly live: string; readonly status: string; readonly state: string };

/** Follows the payment: by stream, or by asking when there is no stream to be had. Returns how to look at once. */
export function followPayment(): () => void {
  const { live = '', status = '', state = '' } = document.body.dataset;
  const watch = new Watch({ live, status, state });
  watch.begin();
  return () => watch.lookAtOnce();
}

class Watch {
  private readonly connection: Connection;
  private stream: EventSource | null = null;
  /** Nothing comes through: something on the way keeps it back until the stream ends. */
  private isHeldUp = false;
  private errors = 0;
  private answers = 0;
  private timer = 0;
  private delayMs = FIRST_LOOK_MS;
  private look: AbortController | null = null;
  private isLeaving = false;
  private readonly page: Followed;

  constructor(page: Followed) {
    this.page = page;
    this.connection = watchConnection(
      () => this.resume(),
      () => this.pause(),
    );
  }

  begin(): void {
    if (!this.page.status) return;
    document.addEventListener('visibilitychange', () => (document.hidden ? this.pause() : this.resume()));
    window.addEventListener('pagehide', () => this.pause());
    window.addEventListener('pageshow', (event) => event.persisted && this.stayed());
    if (this.isWatched()) this.open();
  }

  lookAtOnce(): void {
    if (this.page.status) void this.ask();
    else if (mayReload('')) location.reload();
  }

  private isWatched(): boolean {
    return !document.hidden && this.connection.isOnline() && !this.isLeaving;
  }

  /** Back from the next page, or the payer stopped it on its way. */
  private stayed(): void {
    this.isLeaving = false;
    this.resume();
  }

  private resume(): void {
    if (!this.page.status || !this.isWatched()) return;
    this.pause();
    this.delayMs = FIRST_LOOK_MS;
    void this.ask();
    this.open();
  }

  /** A page that nobody sees holds no stream: a browser has few to give. */
  private pause(): void {
    clearTimeout(this.timer);
    this.stream?.close();
    this.stream = null;
    this.look?.abort();
    this.look = null;
  }

  private open(): void {
    this.stream?.close();
    this.answers = 0;
    if (!this.page.live || this.isHeldUp || typeof EventSource === 'undefined') {
      this.askLater();
      return;
    }
    const stream = new EventSource(this.page.live);
    this.stream = stream;
    let hasSpoken = false;
    const awaitWord = () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => {
        // One that has spoken and fallen silent may be dead: a new one says at once how things stand.
        this.isHeldUp = !hasSpoken;
        // The stream's silence is the first failure, so that one question without an answer is enough to tell.
        this.connection.failed();
        void this.ask();
        this.open();
      }, SILENCE_MS);
    };
    stream.onmessage = ({ data }) => {
      hasSpoken = true;
      this.errors = 0;
      awaitWord();
      this.hear(readNotice(String(data)));
    };
    stream.onerror = () => {
      this.errors++;
      if (stream.readyState === EventSource.CLOSED || this.errors >= MAX_ERRORS) this.giveUp(stream);
    };
    awaitWord();
  }

  private giveUp(stream: EventSource): void {
    stream.close();
    this.errors = 0;
    void this.ask();
    this.askLater();
  }

  private askLater(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(async () => {
      // One that is under way is waited for: cut off, it would never be known to have failed.
      if (!this.look) await this.ask();
      if (!this.isWatched()) return;
      if (this.answers >= ANSWERS_BEFORE_STREAM && !this.isHeldUp) this.open();
      else this.askLater();
    }, this.delayMs);
  }

  private async ask(): Promise<void> {
    this.look?.abort();
    const look = new AbortController();
    this.look = look;
    const timer = setTimeout(() => look.abort(), MAX_ANSWER_MS);
    const notice = await answer(this.page.status, look.signal);
    clearTimeout(timer);
    // Another look was begun, or the page was left: what this one brings is no news.
    if (this.look !== look) return;
    this.look = null;
    if (notice) this.answers++;
    else this.connection.failed();
    // A page in view that gets no answer keeps its first pace: it goes on soon after the gateway is back.
    this.delayMs = notice ? Math.min(this.delayMs * SLOWER_UNCHANGED, LAST_LOOK_MS) : FIRST_LOOK_MS;
    this.hear(notice);
  }

  private hear(notice: Notice | null): void {
    if (!notice || this.isLeaving) return;
    this.connection.succeeded();
    const step = stepAfter(notice, this.page.state, location.pathname);
    if (step === 'stay') return;
    // A form under way brings the new page by itself; a reload would cut it off, or wipe a card that is being typed.
    if (step === 'reload' && (isSending() || isCardTyped())) return;
    if (step === 'reload' && !mayReload(`${this.page.state} ${notice.state}`)) return;
    this.isLeaving = true;
    this.pause();
    this.timer = window.setTimeout(() => this.stayed(), MAX_LEAVING_MS);
    if (step === 'reload') location.reload();
    else location.replace(step.goTo);
  }
}

async function answer(path: string, signal: AbortSignal): Promise<Notice | null> {
  try {
    const response = await fetch(path, {
      cache: 'no-store',
      headers: { Accept: 'application/json' },
      signal,
    });
    return response.ok ? readNotice(await response.text()) : null;
  } catch {
    return null;
  }
}

function isCardTyped(): boolean {
  const number = document.querySelector<HTMLInputElement>('form[data-card] [name=number]');
  return number !== null && number.value !== '';
}
