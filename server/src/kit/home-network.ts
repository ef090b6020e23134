import ipaddr from 'ipaddr.js';

const HOUSEHOLD_GROUPS = 4;

/** The network of one household or machine: an IPv4 address, or an IPv6 /64. */
export function homeNetworkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!ipaddr.isValid(plain)) return address;
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, HOUSEHOLD_GROUPS)
    .map((group) => group.toString(16))
    .join(':');
}
