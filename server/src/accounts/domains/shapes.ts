import { isIP } from 'node:net';
import { Type } from 'typebox';
import { instantShape, namedEnum, namedObject, nullable } from '../../http/fields.ts';
import { hostOfUrl, pagesUrlOf } from '../../kit/host-name.ts';
import { recordName, recordValue, switchesOffAt } from './check.ts';
import { type Domain, FINDINGS } from './store.ts';

const STATUSES = ['pending', 'verified', 'failing'] as const;
const MAX_WRITTEN_LENGTH = 253;

const instant = (description: string) => nullable(Type.String({ format: 'date-time', description }));

const recordShape = namedObject('DnsRecord', {
  type: namedEnum('DnsRecordType', ['TXT', 'CNAME', 'A', 'AAAA']),
  name: Type.String(),
  value: Type.String(),
  purpose: namedEnum('DnsRecordPurpose', ['proof', 'address'], {
    description: 'proof: that the domain is yours; address: leads payers to the gateway',
  }),
});

export const domainShape = namedObject('Domain', {
  object: Type.Literal('domain'),
  host: nullable(Type.String({ description: 'In lower case and punycode; null: you have named none' })),
  status: nullable(
    namedEnum('DomainStatus', STATUSES, {
      description:
        'pending: not in use; verified: links lead there; failing: they still do, but the last look-up did not find the records',
    }),
  ),
  url: nullable(Type.String({ description: 'What links begin with once it is verified' })),
  records: Type.Array(recordShape, { description: 'To be made in the DNS of the domain' }),
  finding: nullable(
    namedEnum('DomainFinding', FINDINGS, {
      description:
        'What the last look-up showed. taken: another account has the domain and its record is still there',
    }),
  ),
  found: nullable(
    namedObject('DomainFound', {
      texts: Type.Array(Type.String(), { description: 'TXT values at the name of the proof' }),
      addresses: Type.Array(Type.String(), { description: 'IP addresses of the host' }),
    }),
  ),
  checked_at: instant('When the records were looked up last'),
  verified_at: instant('Since when the domain is in use'),
  failing_since: instant('Since when the records are missing'),
  switches_off_at: instant('When links go back to the address of the gateway if the records stay away'),
  switched_off_at: instant('When the domain was switched off because its records were gone'),
  created_at: nullable(instantShape),
});

export const setDomainBody = namedObject('SetDomain', {
  host: Type.String({
    minLength: 1,
    maxLength: MAX_WRITTEN_LENGTH,
    description: 'For example pagar.loja.com.br',
  }),
});

/** To the name of the gateway, or to its address where it has no name. */
function addressRecord(ownHost: string) {
  const value = ownHost.replace(/^\[(.*)\]$/, '$1');
  const types = { 0: 'CNAME', 4: 'A', 6: 'AAAA' } as const;
  return { type: types[isIP(value) as keyof typeof types], value };
}

const text = (at: Date | null) => at?.toISOString() ?? null;

const NO_DOMAIN = {
  ...{
    object: 'domain' as const,
    host: null,
    status: null,
    url: null,
    records: [],
    finding: null,
    found: null,
  },
  ...{ checked_at: null, verified_at: null, failing_since: null, switches_off_at: null },
  ...{ switched_off_at: null, created_at: null },
};

export function presentDomain(domain: Domain | null, publicUrl: string) {
  if (!domain) return NO_DOMAIN;
  const { host, token, verifiedAt, failingSince } = domain;
  const inUse = failingSince ? ('failing' as const) : ('verified' as const);
  return {
    object: 'domain' as const,
    host,
    status: verifiedAt ? inUse : ('pending' as const),
    url: pagesUrlOf(publicUrl, host),
    records: [
      { type: 'TXT' as const, name: recordName(host), value: recordValue(token), purpose: 'proof' as const },
      { ...addressRecord(hostOfUrl(publicUrl)), name: host, purpose: 'address' as const },
    ],
    finding: domain.finding,
    found: domain.found && { texts: [...domain.found.texts], addresses: [...domain.found.addresses] },
    checked_at: text(domain.checkedAt),
    verified_at: text(verifiedAt),
    failing_since: text(failingSince),
    switches_off_at: text(switchesOffAt(domain)),
    switched_off_at: text(domain.switchedOffAt),
    created_at: text(domain.createdAt),
  };
}
