import ipaddr from 'ipaddr.js';

const HOUSEHOLD_GROUPS = 4;

/** What one household or machine sends from: an IPv4 address, or the /64 that IPv6 gives to each. */
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
