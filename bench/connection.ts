import { connect, type Socket } from 'node:net';

export type Reply = { status: number; body: Buffer };

const HEAD_END = '\r\n\r\n';
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i;
const STATUS_AT = 9;

/**
 * One keep-alive connection with one request at a time. It supports only what this server sends (HTTP/1.1 answers with a
 * Content-Length): the load generator shares the machine with the server, so it must be cheap.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #bodyAt = 0;
  #wanted = 0;
  #resolve: ((reply: Reply) => void) | null = null;
  #reject: ((error: Error) => void) | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#reject?.(error));
    socket.on('close', () => this.#reject?.(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Connection(socket)));
    });
  }

  send(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      if (this.#socket.destroyed) reject(new Error('the connection is closed'));
      else this.#socket.write(request);
    });
  }

  close(): void {
    this.#reject = null;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    if (this.#wanted === 0 && !this.#readHead()) return;
    if (this.#received.length < this.#wanted) return;
    const status = Number(this.#received.toString('latin1', STATUS_AT, STATUS_AT + 3));
    const body = this.#received.subarray(this.#bodyAt, this.#wanted);
    const resolve = this.#resolve;
    this.#received = this.#received.subarray(this.#wanted);
    this.#wanted = 0;
    this.#reject = null;
    resolve?.({ status, body });
  }

  #readHead(): boolean {
    const end = this.#received.indexOf(HEAD_END);
    if (end < 0) return false;
    const length = CONTENT_LENGTH.exec(this.#received.toString('latin1', 0, end))?.[1];
    if (length === undefined) {
      this.#socket.destroy(new Error('the server answered without a Content-Length'));
      return false;
    }
    this.#bodyAt = end + HEAD_END.length;
    this.#wanted = this.#bodyAt + Number(length);
    return true;
  }
}

export function get(path: string, apiKey: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${apiKey}\r\n\r\n`;
}

/** The body must be ASCII, so that its length in characters is its length in bytes. */
export function post(path: string, body: string, apiKey?: string, idempotencyKey?: string): string {
  const key = apiKey === undefined ? '' : `X-API-Key: ${apiKey}\r\n`;
  const once = idempotencyKey === undefined ? '' : `Idempotency-Key: ${idempotencyKey}\r\n`;
  return `POST ${path} HTTP/1.1\r\nHost: bench\r\n${key}${once}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
