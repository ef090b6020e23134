import { type Profile, plain } from '../profile.ts';

export const santander: Profile = {
  ...plain,
  name: 'santander',
  title: 'Santander',
  tokenUrl: {
    production: 'https://trust-pix.santander.com.br/oauth/token',
    homologation: 'https://trust-pix-h.santander.com.br/oauth/token',
  },
  apiUrl: {
    production: 'https://trust-pix.santander.com.br/api/v1',
    homologation: 'https://trust-pix-h.santander.com.br/api/v1',
  },
  clientAuth: 'body',
  grantInQuery: true,
  scopes: [],
  certificates: ['pfx'],
  notes: [
    'A charge that was made is answered with 200 instead of 201; both are taken.',
    'Unverified against the bank: everything here comes from public integrations of 2022 to 2024.',
  ],
};
