import { addressGuard, LOOPBACK } from '../../server/src/kit/public-address.ts';
import { type Notification, Sender, type SenderOptions } from '../../server/src/webhooks/dispatch/send.ts';
import { type Answering, startReceiver } from './receivers.ts';

/** Receivers and senders of one test file, ended after each test. */
export function notifying() {
  const cleanUps: (() => Promise<void>)[] = [];
  return {
    receive: async (...given: Parameters<typeof startReceiver>) => {
      const receiver = await startReceiver(...given);
      cleanUps.push(() => receiver.stop());
      return receiver;
    },
    sending: (options: Partial<SenderOptions> = {}) => {
      const sender = new Sender({ guard: addressGuard(LOOPBACK), ...options });
      cleanUps.push(async () => sender.close());
      return {
        close: () => sender.close(),
        to: (url: string, more: Partial<Notification> = {}) => sender.send({ ...notification, url, ...more }),
      };
    },
    cleanUp: async () => {
      for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
    },
  };
}

const notification: Notification = {
  url: '',
  headers: { 'Content-Type': 'application/json', 'User-Agent': 'Service-Webhook/1.0' },
  body: '{"event":"payment.received"}',
  timeoutMs: 5_000,
};

/** An answer written as it stands. */
export const saying =
  (...texts: readonly string[]): Answering =>
  (socket) => {
    for (const text of texts) socket.write(text);
  };

/** An answer that comes a byte at a time. */
export const dripping =
  (text: string, everyMs: number): Answering =>
  (socket) => {
    let at = 0;
    const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ''), everyMs);
    socket.on('close', () => clearInterval(timer));
  };
