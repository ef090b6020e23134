import { type Profile, plain } from '../profile.ts';

export const sicoob: Profile = {
  ...plain,
  name: 'sicoob',
  title: 'Sicoob',
  tokenUrl: {
    production: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
    homologation: null,
  },
  apiUrl: { production: 'https://api.sicoob.com.br/pix/api/v2', homologation: null },
  clientAuth: 'body-id-only',
  certificates: ['pfx', 'pem'],
  notes: [
    'There is no client secret: the certificate is the proof.',
    'Unverified against the bank: whether the API wants the header client_id, too. Homologation has no address here.',
  ],
};
