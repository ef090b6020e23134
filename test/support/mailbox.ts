import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = {
  /** The addresses of the envelope. */
  from: string;
  to: string[];
  headers: Record<string, string>;
  text: string;
  html: string;
  isEncrypted: boolean;
  user: string | null;
  raw: string;
};

export type Mailbox = {
  port: number;
  mails: ReceivedMail[];
  /** Answers RCPT TO with this code, for the next mails; null: takes them. */
  refusal: { code: number; message: string } | null;
  connections(): number;
  stop(): Promise<void>;
};

const QUIET = { logger: false, disableReverseLookup: true, closeTimeout: 100 } as const;

/** A real SMTP server that keeps what it receives. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mailbox = { mails: [] as ReceivedMail[], refusal: null as Mailbox['refusal'] };
  const server = new SMTPServer({
    ...QUIET,
    authOptional: true,
    ...(options.secure || options.cert ? {} : { disabledCommands: ['STARTTLS', 'AUTH'] }),
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss word'
        ? done(null, { user: username ?? '' })
        : done(Object.assign(new Error('wrong password'), { responseCode: 535 })),
    onRcptTo: (_address, _session, done) => {
      const { refusal } = mailbox;
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mailbox.mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure === true,
          user: typeof session.user === 'string' ? session.user : null,
          ...parsed(Buffer.concat(chunks).toString('utf8')),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return Object.assign(mailbox, {
    port,
    connections: () => server.connections.size,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  });
}

function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html' | 'raw'> {
  const { headers, body } = partOf(raw);
  const [, boundary = ''] = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '') ?? [];
  const parts = body.split(`--${boundary}`).slice(1, -1).map(partOf);
  const bodyOf = (type: string) => {
    const part = parts.find((each) => each.headers['content-type']?.startsWith(type));
    return part ? decoded(part) : '';
  };
  return { headers, text: bodyOf('text/plain'), html: bodyOf('text/html'), raw };
}

function partOf(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/^\r\n/, '')
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { headers, body: raw.slice(end + 4).replace(/\r\n$/, '') };
}

function decoded({ headers, body }: { headers: Record<string, string>; body: string }): string {
  const encoding = headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
