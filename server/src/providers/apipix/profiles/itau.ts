import { type Profile, plain } from '../profile.ts';

export const itau: Profile = {
  ...plain,
  name: 'itau',
  title: 'Itaú',
  tokenUrl: { production: 'https://sts.itau.com.br/as/token.oauth2', homologation: null },
  apiUrl: { production: 'https://secure.api.itau/pix_recebimentos/v2', homologation: null },
  clientAuth: 'body',
  scopes: [],
  extraHeaders: [{ name: 'x-correlationID', value: 'new id' }],
  certificates: ['pem'],
  notes: [
    'The certificate is asked for with a CSR and comes as PEM; the key never leaves the machine that made it.',
    'Unverified against the bank: host and path of the token server. Homologation has no address here.',
  ],
};
