import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { buildConnector } from 'undici';
import type { AddressGuard } from '../../kit/public-address.ts';

export type ResolvedAddress = { readonly address: string; readonly family: number };
/** All addresses of a name. Tests play a name server that lies. */
export type Resolve = (name: string) => Promise<readonly ResolvedAddress[]>;

export type ConnectOptions = {
  readonly guard: AddressGuard;
  readonly resolve?: Resolve | undefined;
  /** Certificates trusted instead of the public authorities'. */
  readonly authorities?: readonly string[] | undefined;
};

/** Opens a connection, and calls back when it is ready to be written to. The socket is returned to be given up early. */
export type Connect = (
  destination: Pick<buildConnector.Options, 'hostname' | 'protocol' | 'port'>,
  callback: buildConnector.Callback,
) => Socket | null;

export class ConnectFailure extends Error {
  readonly reason: 'dns' | 'connection' | 'tls' | 'address_refused';

  constructor(reason: ConnectFailure['reason'], cause?: unknown) {
    super(`no connection: ${reason}`, { cause });
    this.reason = reason;
  }
}

const PROBE_IDLE_AFTER_MS = 60_000;

const resolveBySystem: Resolve = (name) => lookup(name, { all: true });

/**
 * Connects to nothing the guard refuses. An address is judged three times: a literal before anything happens, every
 * answer of the name server, and the far end once connected, before a byte is written.
 */
export function guardedConnect({ guard, resolve = resolveBySystem, authorities }: ConnectOptions): Connect {
  const guardedLookup = lookupThrough(guard, askingOnce(resolve));
  return ({ hostname, protocol, port }, callback) => {
    if (isIP(hostname) && !guard.allows(hostname)) {
      queueMicrotask(() => callback(new ConnectFailure('address_refused'), null));
      return null;
    }
    const isSecure = protocol === 'https:';
    const to = { host: hostname, port: Number(port) || (isSecure ? 443 : 80), lookup: guardedLookup };
    const socket = isSecure ? connectSecure({ ...to, ...secure(hostname, authorities) }) : connectPlain(to);
    socket.setNoDelay(true).setKeepAlive(true, PROBE_IDLE_AFTER_MS);
    let stage: ConnectFailure['reason'] = 'connection';
    // First in line: TLS begins its handshake in a listener of the same event.
    socket.prependOnceListener('connect', () => {
      stage = 'tls';
      if (!guard.allows(socket.remoteAddress ?? '')) socket.destroy(new ConnectFailure('address_refused'));
    });
    callOnce(socket, isSecure ? 'secureConnect' : 'connect', () => stage, callback);
    return socket;
  };
}

function secure(hostname: string, authorities: readonly string[] | undefined) {
  return {
    // A name is sent and checked without the dot of its root; for an address nothing is sent and the address checked.
    servername: isIP(hostname) ? '' : hostname.replace(/\.$/, ''),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    ...(authorities ? { ca: [...authorities] } : {}),
  };
}

function callOnce(
  socket: Socket,
  readyEvent: string,
  stage: () => ConnectFailure['reason'],
  callback: buildConnector.Callback,
): void {
  let isSettled = false;
  socket.once(readyEvent, () => {
    if (isSettled || socket.destroyed) return;
    isSettled = true;
    callback(null, socket);
  });
  // Stays for the life of the socket: an error after it was given up must not end the process.
  socket.on('error', (error) => {
    if (isSettled) return;
    isSettled = true;
    callback(error instanceof ConnectFailure ? error : new ConnectFailure(stage(), error), null);
  });
}

/**
 * Connections to one name that are opened together share one question. The system resolves few names at a time, and
 * one that hangs must not take every place.
 */
function askingOnce(resolve: Resolve): Resolve {
  const asked = new Map<string, ReturnType<Resolve>>();
  return (name) => {
    const known = asked.get(name);
    if (known) return known;
    const answer = resolve(name).finally(() => asked.delete(name));
    asked.set(name, answer);
    return answer;
  };
}

/** One refused answer among good ones refuses them all: whoever mixes them wants us to try the wrong one. */
function lookupThrough(guard: AddressGuard, resolve: Resolve): LookupFunction {
  return (name, options, callback) => {
    const answer = (found: readonly ResolvedAddress[]) => {
      const [first] = found;
      if (!first) return callback(new ConnectFailure('dns'), '');
      if (!found.every(({ address }) => guard.allows(address))) {
        return callback(new ConnectFailure('address_refused'), '');
      }
      return options.all ? callback(null, [...found]) : callback(null, first.address, first.family);
    };
    resolve(name).then(answer, (error: unknown) => callback(new ConnectFailure('dns', error), ''));
  };
}
