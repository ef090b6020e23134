import ipaddr from 'ipaddr.js';

const HOUSEHOLD_GROUPS = 4;
const SITE_GROUPS = 3;

/** The network of one household or machine: an IPv4 address, or an IPv6 /64. */
export function homeNetworkOf(address: string): string {
  return networkOf(address, HOUSEHOLD_GROUPS);
}

/** What one customer of a network can have: an IPv4 address, or an IPv6 /48. */
export function siteNetworkOf(address: string): string {
  return networkOf(address, SITE_GROUPS);
}

function networkOf(address: string, groups: number): string {
  const [plain = ''] = address.split('%');
  if (!ipaddr.isValid(plain)) return address;
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, groups)
    .map((group) => group.toString(16))
    .join(':');
}
