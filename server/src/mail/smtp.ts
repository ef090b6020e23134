import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { SECOND_MS } from '../kit/clock.ts';
import type { MailSender } from '../kit/mail-settings.ts';
import { maskedText } from '../kit/masked-text.ts';
import type { Secret } from '../kit/secrets.ts';
import type { Carrier, CarrierOutcome, OutgoingMail } from './carrier.ts';

const CONNECTIONS = 4;
const CONNECT_WITHIN_MS = 10 * SECOND_MS;
const ANSWER_WITHIN_MS = 20 * SECOND_MS;
/** The whole exchange, and the wait for a free connection: a server that answers byte by byte is given up too. */
const SEND_WITHIN_MS = 45 * SECOND_MS;
const WAIT_WITHIN_MS = 30 * SECOND_MS;
/** When the process stops, mails in progress have this long to end. */
const STOP_WITHIN_MS = 5 * SECOND_MS;
const MAX_REASON_LENGTH = 200;
/** Where GUICHE_MAIL_FROM has no name. */
const OUR_NAME = 'Guichê';

/** As RFC 5321 writes one without quotes, with letters of every script. A list of several is not an address. */
const ADDRESS = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,252}[\p{L}\p{N}])$/u;

type Options = {
  sendWithinMs: number;
  waitWithinMs: number;
  stopWithinMs: number;
  /** Certificates to trust besides the usual ones, in PEM. */
  ca?: string;
};
const OPTIONS: Options = {
  sendWithinMs: SEND_WITHIN_MS,
  waitWithinMs: WAIT_WITHIN_MS,
  stopWithinMs: STOP_WITHIN_MS,
};

/** Sends through an SMTP server, over a few connections that stay open. */
export class SmtpCarrier implements Carrier {
  readonly kind = 'smtp';
  readonly domain: string;
  readonly #url: URL;
  readonly #from: MailSender;
  readonly #options: Options;
  #transport: Transport | null = null;
  #isStopped = false;
  #sending = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(url: Secret, from: MailSender, options: Partial<Options> = {}) {
    this.#url = new URL(url.reveal());
    this.#from = from;
    this.#options = { ...OPTIONS, ...options };
    this.domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  }

  async send(mail: OutgoingMail): Promise<CarrierOutcome> {
    if (!ADDRESS.test(mail.to)) return refused('the address is not one that mail can be sent to');
    // Waiting happens here: what is handed to the library is sent, even if its caller has given up.
    if (!(await this.#takePlace())) return postponed('the mail server is busy');
    try {
      return await this.#sendNow(mail);
    } finally {
      this.#sending -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #sendNow(mail: OutgoingMail): Promise<CarrierOutcome> {
    if (this.#isStopped) return postponed('the process stops');
    const transport = this.#open();
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<CarrierOutcome>((resolve) => {
      timer = setTimeout(() => {
        transport.close({ force: true });
        if (this.#transport === transport) this.#transport = null;
        resolve(postponed('the mail server took too long'));
      }, this.#options.sendWithinMs);
    });
    const sent = transport
      .sendMail(this.#message(mail))
      .then((): CarrierOutcome => ({ sent: true }), outcomeOf);
    return Promise.race([sent, tooLong]).finally(() => clearTimeout(timer));
  }

  /** Every address is an object: a text would be read as a list of addresses. */
  #message({ messageId, to, subject, text, html, senderName, replyTo, unsubscribeUrl }: OutgoingMail) {
    const { name, address } = this.#from;
    return {
      messageId: `<${messageId}@${this.domain}>`,
      from: senderName ? { name: `${lineOf(senderName)} via ${name || OUR_NAME}`, address } : this.#from,
      ...(replyTo !== null && ADDRESS.test(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
      to: { name: '', address: to },
      envelope: { from: this.#from.address, to: [to] },
      subject,
      text,
      html,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl
          ? {
              // Not folded at a blank, of which an address has none.
              'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : {}),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  #open(): Transport {
    this.#transport ??= openTransport(this.#url, this.#options.ca);
    return this.#transport;
  }

  async #takePlace(): Promise<boolean> {
    if (this.#sending < CONNECTIONS) {
      this.#sending += 1;
      return true;
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        resolve(false);
      }, this.#options.waitWithinMs);
      const enter = () => {
        clearTimeout(timer);
        this.#sending += 1;
        resolve(true);
      };
      this.#waiting.push(enter);
    });
  }

  /** Mails in progress may end; then their connections are cut, and their jobs run again elsewhere. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const transport = this.#transport;
    if (!transport) return;
    transport.close();
    const cut = setTimeout(() => transport.close({ force: true }), this.#options.stopWithinMs);
    cut.unref();
  }
}

/** A name is one line, and shows no address of its own. */
const lineOf = (name: string) => name.replace(/[\p{Cc}<>"]+/gu, ' ');

type Transport = ReturnType<typeof openTransport>;

function openTransport(url: URL, ca: string | undefined) {
  const isSecure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = decodeURIComponent(url.username);
  return createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    maxRequeues: 0,
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    requireTLS: !isSecure && !mayBePlain(url),
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    dnsTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    tls: {
      minVersion: 'TLSv1.2',
      ...(ca === undefined ? {} : { ca }),
      ...(isIP(host) ? {} : { servername: host }),
    },
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
  });
}

/** On the machine itself STARTTLS is used if it is offered; elsewhere it is required unless the setting says otherwise. */
function mayBePlain(url: URL): boolean {
  const isOwnMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return isOwnMachine || url.searchParams.get('starttls') === 'optional';
}

type SmtpError = { code?: string; responseCode?: number; response?: string; message?: string };

/**
 * Final: the server refuses this recipient or this message for ever (5xx). A refusal of our password or connection is the
 * operator's to mend, and the mail waits for it.
 */
function outcomeOf(error: SmtpError): CarrierOutcome {
  const { code = '', responseCode = 0, response, message = '' } = error;
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isFinal = isAboutMail && responseCode >= 500 && responseCode !== 503;
  const reason = reasonOf(response ?? message, code);
  return isFinal ? refused(reason) : postponed(reason);
}

function reasonOf(text: string, code: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ').trim();
  return maskedText(`${code} ${line}`.trim()).slice(0, MAX_REASON_LENGTH);
}

const refused = (reason: string): CarrierOutcome => ({ sent: false, isFinal: true, reason });
const postponed = (reason: string): CarrierOutcome => ({ sent: false, isFinal: false, reason });
