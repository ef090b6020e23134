import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = readonly [address: Address, prefixLength: number];

/** Decides where notifications may be sent: to public addresses and to the allowed networks. */
export type AddressGuard = {
  /** Checks an address as a resolver or a socket gives it. */
  allows(address: string): boolean;
  /** The rule that a URL breaks, or null. Names other than localhost are checked at connection time. */
  refusalOf(url: string): string | null;
};

export const LOOPBACK: readonly Network[] = readNetworks('127.0.0.0/8,::1/128');

const PRIVATE = 'must not point to a private or reserved address';
/** The part before an IPv4 address in the form of IPv6. */
const MAPPED_BITS = 96;
const UNREADABLE = 'must be an http or https address without credentials';
const LOCALHOST = /(^|\.)localhost\.*$/;
/** The only part of IPv6 in public use; ipaddr.js has the special ranges inside it. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Networks or addresses, separated by commas; also `loopback` and `none`. */
export function readNetworks(raw: string): Network[] {
  return raw
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => {
      if (part === 'none') return [];
      return part === 'loopback' ? LOOPBACK : [readNetwork(part)];
    });
}

function readNetwork(text: string): Network {
  const [written = '', bits, ...rest] = text.split('/');
  const address = written.includes('%') ? null : parse(written);
  const whole = address?.kind() === 'ipv4' ? 32 : 128;
  const prefixLength = bits === undefined ? whole : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (!address || rest.length > 0 || prefixLength < 0 || prefixLength > whole) {
    throw new Error(
      `must list networks or addresses such as 10.0.0.0/8 and fd00::/8, or say loopback or none; "${text}" is none of these`,
    );
  }
  // An IPv4 address in the form of IPv6 means the same network, and is met in its own form.
  if (isIPv6(address) && isMapped(address) && prefixLength >= MAPPED_BITS)
    return [lastIPv4(address), prefixLength - MAPPED_BITS];
  return [address, prefixLength];
}

export function addressGuard(allowed: readonly Network[]): AddressGuard {
  const allows = (text: string) => {
    const address = parse(text);
    return address !== null && (isWithin(address, allowed) || isPublic(address));
  };
  return {
    allows,
    refusalOf: (text) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return UNREADABLE;
      return allowsHost(url.hostname, allows) ? null : PRIVATE;
    },
  };
}

/** The URL parser has already turned every notation of an IPv4 address into four decimal numbers. */
function allowsHost(host: string, allows: (address: string) => boolean): boolean {
  if (LOCALHOST.test(host)) return allows('127.0.0.1') || allows('::1');
  if (host.startsWith('[')) return allows(host.slice(1, -1));
  return !ipaddr.IPv4.isValidFourPartDecimal(host) || allows(host);
}

/** Strict for IPv4: four decimal numbers, because other notations mean different things to different readers. */
function parse(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return text.includes(':') && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null;
}

/** An address as a socket gives it, mapped IPv4 included. */
export function isWithinAny(text: string, networks: readonly Network[]): boolean {
  const address = parse(text);
  return address !== null && isWithin(address, networks);
}

function isWithin(address: Address, networks: readonly Network[]): boolean {
  const forms = isIPv6(address) && isMapped(address) ? [address, lastIPv4(address)] : [address];
  return networks.some(([network, prefixLength]) =>
    forms.some((form) => form.kind() === network.kind() && form.match(network, prefixLength)),
  );
}

function isPublic(address: Address): boolean {
  if (!isIPv6(address)) return address.range() === 'unicast';
  if (address.zoneId) return false;
  const embedded = embeddedIPv4(address);
  if (embedded) return embedded.range() === 'unicast';
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}

function isIPv6(address: Address): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6';
}

/** IPv4-mapped (::ffff:a.b.c.d), -compatible (::a.b.c.d) and -translated (::ffff:0:a.b.c.d) addresses. */
function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const [, , , , fifth, sixth] = address.parts;
  if (address.parts.slice(0, 4).some((part) => part !== 0)) return null;
  const isCompatible = fifth === 0 && sixth === 0;
  const isTranslated = fifth === 0xffff && sixth === 0;
  return isMapped(address) || isCompatible || isTranslated ? lastIPv4(address) : null;
}

function isMapped({ parts }: ipaddr.IPv6): boolean {
  return parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff;
}

function lastIPv4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}
