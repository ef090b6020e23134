import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { selfSigned } from '../../../test/support/certificate.ts';
import { type Mailbox, startMailbox } from '../../../test/support/mailbox.ts';
import { until } from '../../../test/support/until.ts';
import { monotonicMs } from '../kit/clock.ts';
import { Secret } from '../kit/secrets.ts';
import type { OutgoingMail } from './carrier.ts';
import { SmtpCarrier } from './smtp.ts';

const certificate = selfSigned(['localhost'], ['127.0.0.1']);
const FROM = { name: 'Guichê', address: 'no-reply@pay.example' };
const mail: OutgoingMail = {
  messageId: '0190c0de-0000-7000-8000-000000000001',
  to: 'maria@example.com',
  subject: 'Olá, Confirmação',
  text: 'Olá\n',
  html: '<p>Olá</p>',
  ...{ senderName: null, replyTo: null, unsubscribeUrl: null },
};

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.stop();
});

async function mailbox(options?: Parameters<typeof startMailbox>[0]): Promise<Mailbox> {
  const started = await startMailbox(options);
  open.push(started);
  return started;
}

function carrier(url: string, options?: ConstructorParameters<typeof SmtpCarrier>[2]): SmtpCarrier {
  const made = new SmtpCarrier(new Secret(url), FROM, options);
  open.push(made);
  return made;
}

describe('a mail by SMTP', () => {
  it('arrives whole, with a stable Message-ID, from the configured sender to one address', async () => {
    const box = await mailbox();
    expect(await carrier(`smtp://127.0.0.1:${box.port}`).send(mail)).toEqual({ sent: true });
    const [got] = box.mails;
    expect(got).toMatchObject({ from: FROM.address, to: [mail.to], text: mail.text });
    expect(got?.html.trim()).toBe(mail.html);
    expect(got?.headers).toMatchObject({
      'message-id': `<${mail.messageId}@pay.example>`,
      'auto-submitted': 'auto-generated',
    });
  });

  it('uses STARTTLS and the percent-encoded password of the URL', async () => {
    const box = await mailbox({ ...certificate, authOptional: false });
    const url = `smtp://maria:p%40ss%20word@127.0.0.1:${box.port}`;
    expect(await carrier(url, { ca: certificate.cert }).send(mail)).toEqual({ sent: true });
    expect(box.mails[0]).toMatchObject({ isEncrypted: true, user: 'maria' });
  });

  it('is encrypted from the first byte with smtps', async () => {
    const box = await mailbox({ ...certificate, secure: true });
    const sent = await carrier(`smtps://127.0.0.1:${box.port}`, { ca: certificate.cert }).send(mail);
    expect([sent, box.mails[0]?.isEncrypted]).toEqual([{ sent: true }, true]);
  });

  it('is not sent to a server with a certificate that is not trusted', async () => {
    const box = await mailbox({ ...certificate, secure: true });
    const outcome = await carrier(`smtps://127.0.0.1:${box.port}`).send(mail);
    expect([outcome, box.mails]).toMatchObject([{ sent: false, isFinal: false }, []]);
  });

  it('is not sent in clear to another machine unless the setting allows it', async () => {
    const box = await mailbox();
    // 127.0.0.2 is this machine too, but not one of the names that may be plain.
    const server = createServer((socket) => pipeTo(socket, box.port)).listen(0, '127.0.0.2');
    open.push(stopper(server));
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    expect(await carrier(`smtp://127.0.0.2:${port}`).send(mail)).toMatchObject({
      sent: false,
      isFinal: false,
    });
    expect(box.mails).toEqual([]);
    expect(await carrier(`smtp://127.0.0.2:${port}?starttls=optional`).send(mail)).toEqual({ sent: true });
  });

  it.each([
    ['of the recipient for ever', { code: 550, message: 'no such user maria@example.com' }, true],
    ['of the recipient for now', { code: 451, message: 'try again later' }, false],
  ])('that is refused because %s says so, without the address', async (_, refusal, isFinal) => {
    const box = await mailbox();
    box.refusal = refusal;
    const outcome = await carrier(`smtp://127.0.0.1:${box.port}`).send(mail);
    expect(outcome).toMatchObject({ sent: false, isFinal });
    expect(JSON.stringify(outcome)).toContain(String(refusal.code));
    expect(JSON.stringify(outcome)).not.toContain('maria@');
  });

  it('waits for the operator when the password is wrong: that is not the fault of the mail', async () => {
    const box = await mailbox({ ...certificate, authOptional: false });
    const outcome = await carrier(`smtp://maria:wrong@127.0.0.1:${box.port}`, { ca: certificate.cert }).send(
      mail,
    );
    expect(outcome).toMatchObject({ sent: false, isFinal: false });
    expect(JSON.stringify(outcome)).not.toContain('wrong@');
  });

  it.each([
    'a@example.com,b@example.com',
    'a@example.com>\r\nRCPT TO:<b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '"a b"@example.com',
    'a;b@example.com',
  ])('is never sent to %j', async (to) => {
    const box = await mailbox();
    const outcome = await carrier(`smtp://127.0.0.1:${box.port}`).send({ ...mail, to });
    expect([outcome, box.mails]).toMatchObject([{ sent: false, isFinal: true }, []]);
  });

  it('has no header that its subject brings along', async () => {
    const box = await mailbox();
    await carrier(`smtp://127.0.0.1:${box.port}`).send({
      ...mail,
      subject: 'Hi\r\nBcc: b@example.com\r\n\r\nbody',
    });
    expect(Object.keys(box.mails[0]?.headers ?? {})).not.toContain('bcc');
    expect(box.mails[0]).toMatchObject({ to: [mail.to], text: mail.text });
  });

  it('in the name of a seller says through whom, and answers go to the seller', async () => {
    const box = await mailbox();
    const url = `https://pay.example/unsubscribe?token=${'a'.repeat(300)}&lang=pt`;
    await carrier(`smtp://127.0.0.1:${box.port}`).send({
      ...mail,
      ...{ senderName: 'Loja da Ana', replyTo: 'ana@loja.example', unsubscribeUrl: url },
    });
    const [received] = box.mails;
    expect(received?.from).toBe(FROM.address);
    expect(received?.headers).toMatchObject({
      'reply-to': 'ana@loja.example',
      'list-unsubscribe': `<${url}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(decodedName(received?.headers.from)).toBe('Loja da Ana via Guichê');
  });

  it.each([
    'Ana" <x@evil.example>, "',
    'Ana\r\nBcc: b@evil.example',
    'Ana <x@evil.example>',
    '=?utf-8?Q?Ana?= <x@evil.example>',
  ])('has one sender and no other header, whatever the seller is called: %j', async (senderName) => {
    const box = await mailbox();
    await carrier(`smtp://127.0.0.1:${box.port}`).send({
      ...mail,
      ...{ senderName, replyTo: 'a@b.example\r\nBcc: c@evil.example' },
    });
    const { headers = {}, to, from } = box.mails[0] ?? {};
    expect([from, to]).toEqual([FROM.address, [mail.to]]);
    expect(headers.from?.endsWith(`<${FROM.address}>`)).toBe(true);
    expect(headers.from?.replace(/"(?:[^"\\]|\\.)*"|=\?[^ ]+\?=/g, '')).not.toMatch(/evil|,/);
    expect(headers.from).not.toMatch(/=0D|=0A|=3C|=22/);
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['bcc']));
    expect(headers['reply-to']).toBeUndefined();
  });

  it('is given up on in time when the server never answers, and the next one is tried anew', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    open.push(stopper(server));
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const stuck = carrier(`smtp://127.0.0.1:${port}`, { sendWithinMs: 200, waitWithinMs: 200 });
    const startedMs = monotonicMs();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => stuck.send(mail)));
    expect(outcomes.every((each) => !each.sent && !each.isFinal)).toBe(true);
    expect(monotonicMs() - startedMs).toBeLessThan(5_000);
  });

  it('shares a few connections, which are closed when the process stops', async () => {
    const box = await mailbox();
    const sender = carrier(`smtp://127.0.0.1:${box.port}`);
    await Promise.all(Array.from({ length: 30 }, () => sender.send(mail)));
    expect(box.mails).toHaveLength(30);
    expect(box.connections()).toBeLessThanOrEqual(4);
    await sender.stop();
    await until('connections are closed', () => box.connections() === 0);
    expect(await sender.send(mail)).toMatchObject({ sent: false, isFinal: false });
  });
});

/** Encoded words one after the other are one text (RFC 2047). */
function decodedName(header = ''): string {
  const words = [...header.matchAll(/=\?UTF-8\?Q\?([^?]*)\?=/g)].map(([, text]) => text);
  return decodeURIComponent(words.join('').replaceAll('_', ' ').replaceAll('=', '%'));
}

function pipeTo(socket: Socket, port: number): void {
  const other = connect(port, '127.0.0.1');
  socket.pipe(other).pipe(socket);
  for (const each of [socket, other]) each.on('error', () => {});
}

function stopper(server: Server): { stop(): Promise<void> } {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  return {
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
