import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecure, createSecureContext, type SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import type { AddressGuard } from '../kit/public-address.ts';

export type ResolvedAddress = { readonly address: string; readonly family: number };
/** All addresses of a name. Tests replace the name server. */
export type Resolve = (name: string) => Promise<readonly ResolvedAddress[]>;

/** The client certificate and its key (mutual TLS), and authorities trusted instead of the public ones. */
export type TlsIdentity = {
  pfx?: Buffer;
  cert?: Buffer;
  key?: Buffer;
  passphrase?: string;
  ca?: string[];
};

export type ConnectOptions = {
  readonly guard: Pick<AddressGuard, 'allows'>;
  readonly resolve?: Resolve | undefined;
  readonly tls?: TlsIdentity | undefined;
};

/** Opens a connection and calls back once it can be written to. The socket is returned so that it can be destroyed early. */
export type Connect = (
  destination: Pick<buildConnector.Options, 'hostname' | 'protocol' | 'port'>,
  callback: buildConnector.Callback,
) => Socket | null;

export type ConnectFailureReason = 'dns' | 'connection' | 'tls' | 'address_refused';

/** No connection could be opened, so no byte of a request was written. */
export class ConnectFailure extends Error {
  readonly reason: ConnectFailureReason;

  constructor(reason: ConnectFailureReason, cause?: unknown) {
    super(`no connection: ${reason}`, { cause });
    this.reason = reason;
  }
}

const PROBE_IDLE_AFTER_MS = 60_000;

const resolveBySystem: Resolve = (name) => lookup(name, { all: true });

/**
 * Connects to no address that the guard refuses. An address is checked three times: a literal one before anything is
 * opened, every answer of the name server, and the remote address once connected, before a byte is written.
 */
export function guardedConnect({ guard, resolve = resolveBySystem, tls = {} }: ConnectOptions): Connect {
  const guardedLookup = lookupThrough(guard, sharing(resolve));
  let context: SecureContext | undefined;
  // Made once: loading the authorities for each connection costs more than the connection.
  const secureContext = () => {
    context ??= createSecureContext({ ...tls, minVersion: 'TLSv1.2' });
    return context;
  };
  return ({ hostname, protocol, port }, callback) => {
    if (isIP(hostname) && !guard.allows(hostname)) {
      queueMicrotask(() => callback(new ConnectFailure('address_refused'), null));
      return null;
    }
    const isSecure = protocol === 'https:';
    const to = { host: hostname, port: Number(port) || (isSecure ? 443 : 80), lookup: guardedLookup };
    const socket = isSecure
      ? connectSecure({ ...to, secureContext: secureContext(), ...verified(hostname) })
      : connectPlain(to);
    socket.setNoDelay(true).setKeepAlive(true, PROBE_IDLE_AFTER_MS);
    let stage: ConnectFailureReason = 'connection';
    // Before every other listener: TLS begins its handshake in a listener of the same event.
    socket.prependOnceListener('connect', () => {
      stage = 'tls';
      if (!guard.allows(socket.remoteAddress ?? '')) socket.destroy(new ConnectFailure('address_refused'));
    });
    callOnce(socket, isSecure ? 'secureConnect' : 'connect', () => stage, callback);
    return socket;
  };
}

function verified(hostname: string) {
  return {
    // A name is sent and checked without a trailing dot. For an address no name is sent and the address is checked.
    servername: isIP(hostname) ? '' : hostname.replace(/\.$/, ''),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  };
}

function callOnce(
  socket: Socket,
  readyEvent: string,
  stage: () => ConnectFailureReason,
  callback: buildConnector.Callback,
): void {
  let isSettled = false;
  socket.once(readyEvent, () => {
    if (isSettled || socket.destroyed) return;
    isSettled = true;
    callback(null, socket);
  });
  // Stays for the life of the socket: an error after the exchange was given up must not end the process.
  socket.on('error', (error) => {
    if (isSettled) {
      // TLS reports a refused client certificate first and ends the connection after it: the first error is the cause.
      socket.destroy(error);
      return;
    }
    isSettled = true;
    callback(error instanceof ConnectFailure ? error : new ConnectFailure(stage(), error), null);
  });
}

/**
 * Connections to one name that are opened at the same time share one lookup. The system resolves few names at a time,
 * and one that hangs must not take up all of them.
 */
function sharing(resolve: Resolve): Resolve {
  const pending = new Map<string, ReturnType<Resolve>>();
  return (name) => {
    const known = pending.get(name);
    if (known) return known;
    const answer = resolve(name).finally(() => pending.delete(name));
    pending.set(name, answer);
    return answer;
  };
}

/** One refused address among allowed ones refuses them all: mixed answers are a way to get past the check. */
function lookupThrough(guard: ConnectOptions['guard'], resolve: Resolve): LookupFunction {
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
