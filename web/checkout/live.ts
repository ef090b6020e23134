import { type Connection, watchConnection } from './connection.ts';
import { type Notice, readNotice, stepAfter } from './notice.ts';
import { isSending } from './once.ts';
import { mayReload } from './reload.ts';

const SILENCE_MS = 20_000;
const MAX_ERRORS = 3;
const MIN_POLL_MS = 3_000;
const MAX_POLL_MS = 15_000;
const POLL_BACKOFF = 1.2;
/** Successful polls before a stream is tried again. */
const POLLS_BEFORE_STREAM = 5;
/** Together with SILENCE_MS, the payer learns within half a minute that the gateway does not answer. */
const MAX_ANSWER_MS = 8_000;
const MAX_LEAVING_MS = 30_000;

type Followed = { readonly live: string; readonly status: string; readonly state: string };

/** Follows the payment by stream, or by polling if there is no stream. Returns a function that polls immediately. */
export function followPayment(): () => void {
  const { live = '', status = '', state = '' } = document.body.dataset;
  const watch = new Watch({ live, status, state });
  watch.begin();
  return () => watch.pollNow();
}

class Watch {
  private readonly connection: Connection;
  private stream: EventSource | null = null;
  /** A proxy buffers the stream until it ends, so no event arrives. */
  private isBuffered = false;
  private errors = 0;
  private answers = 0;
  private timer = 0;
  private delayMs = MIN_POLL_MS;
  private poll: AbortController | null = null;
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
    window.addEventListener('pageshow', (event) => event.persisted && this.resumeAfterStay());
    if (this.isWatched()) this.open();
  }

  pollNow(): void {
    if (this.page.status) void this.pollOnce();
    else if (mayReload('')) location.reload();
  }

  private isWatched(): boolean {
    return !document.hidden && this.connection.isOnline() && !this.isLeaving;
  }

  /** The payer came back from the next page or stopped its loading. */
  private resumeAfterStay(): void {
    this.isLeaving = false;
    this.resume();
  }

  private resume(): void {
    if (!this.page.status || !this.isWatched()) return;
    this.pause();
    this.delayMs = MIN_POLL_MS;
    void this.pollOnce();
    this.open();
  }

  /** A hidden page holds no stream: browsers limit connections per host. */
  private pause(): void {
    clearTimeout(this.timer);
    this.stream?.close();
    this.stream = null;
    this.poll?.abort();
    this.poll = null;
  }

  private open(): void {
    this.stream?.close();
    this.answers = 0;
    if (!this.page.live || this.isBuffered || typeof EventSource === 'undefined') {
      this.pollLater();
      return;
    }
    const stream = new EventSource(this.page.live);
    this.stream = stream;
    let hasSentEvent = false;
    const restartSilenceTimer = () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => {
        // A stream that sent events and stopped may be dead: a new one sends the state immediately.
        this.isBuffered = !hasSentEvent;
        // The silent stream counts as the first failure, so that one failed poll is enough for the notice.
        this.connection.failed();
        void this.pollOnce();
        this.open();
      }, SILENCE_MS);
    };
    stream.onmessage = ({ data }) => {
      hasSentEvent = true;
      this.errors = 0;
      restartSilenceTimer();
      this.apply(readNotice(String(data)));
    };
    stream.onerror = () => {
      this.errors++;
      if (stream.readyState === EventSource.CLOSED || this.errors >= MAX_ERRORS) this.giveUp(stream);
    };
    restartSilenceTimer();
  }

  private giveUp(stream: EventSource): void {
    stream.close();
    this.errors = 0;
    void this.pollOnce();
    this.pollLater();
  }

  private pollLater(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(async () => {
      // Waits for a poll in progress: if aborted, its failure would be missed.
      if (!this.poll) await this.pollOnce();
      if (!this.isWatched()) return;
      if (this.answers >= POLLS_BEFORE_STREAM && !this.isBuffered) this.open();
      else this.pollLater();
    }, this.delayMs);
  }

  private async pollOnce(): Promise<void> {
    this.poll?.abort();
    const poll = new AbortController();
    this.poll = poll;
    const timer = setTimeout(() => poll.abort(), MAX_ANSWER_MS);
    const notice = await answer(this.page.status, poll.signal);
    clearTimeout(timer);
    // A newer poll was started, or the page was left: ignore this one.
    if (this.poll !== poll) return;
    this.poll = null;
    if (notice) this.answers++;
    else this.connection.failed();
    // Without an answer the interval stays short, so that the page continues soon after the gateway is back.
    this.delayMs = notice ? Math.min(this.delayMs * POLL_BACKOFF, MAX_POLL_MS) : MIN_POLL_MS;
    this.apply(notice);
  }

  private apply(notice: Notice | null): void {
    if (!notice || this.isLeaving) return;
    this.connection.succeeded();
    const step = stepAfter(notice, this.page.state, location.pathname);
    if (step === 'stay') return;
    // A form being sent loads the next page; a reload would interrupt it, or erase a card being entered.
    if (step === 'reload' && (isSending() || isCardTyped())) return;
    if (step === 'reload' && !mayReload(`${this.page.state} ${notice.state}`)) return;
    this.isLeaving = true;
    this.pause();
    this.timer = window.setTimeout(() => this.resumeAfterStay(), MAX_LEAVING_MS);
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
