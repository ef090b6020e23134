import { Pool } from 'undici';

export type Request = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | undefined;
};

export type Answer = {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  /** What the text says as JSON; undefined: it is none. */
  readonly json: unknown;
};

const CONNECTIONS = 64;

/** Speaks HTTP to ports of this machine. What breaks off is no answer, whatever part of it had arrived. */
export class Caller {
  readonly #pools = new Map<number, Pool>();

  async call(port: number, request: Request, timeoutMs: number): Promise<Answer | null> {
    const pool = this.#pools.get(port) ?? this.#open(port);
    try {
      const { statusCode, headers, body } = await pool.request({
        method: request.method,
        path: request.path,
        headers: { ...request.headers },
        body: request.body ?? null,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await body.text();
      return { status: statusCode, headers, text, json: parsed(text) };
    } catch {
      return null;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
  }

  #open(port: number): Pool {
    const pool = new Pool(`http://127.0.0.1:${port}`, {
      connections: CONNECTIONS,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#pools.set(port, pool);
    return pool;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is read of an answer's object, without saying more about it than that. */
export function fieldsOf(json: unknown): Record<string, unknown> {
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
}

export function jsonRequest(
  method: Request['method'],
  path: string,
  headers: Record<string, string>,
  body?: object,
): Request {
  if (!body) return { method, path, headers };
  return {
    method,
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
