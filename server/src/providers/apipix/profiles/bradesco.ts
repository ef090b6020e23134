import { type Profile, plain } from '../profile.ts';

export const bradesco: Profile = {
  ...plain,
  name: 'bradesco',
  title: 'Bradesco',
  tokenUrl: {
    production: 'https://qrpix.bradesco.com.br/oauth/token',
    homologation: 'https://qrpix-h.bradesco.com.br/oauth/token',
  },
  apiUrl: {
    production: 'https://qrpix.bradesco.com.br/v2',
    homologation: 'https://qrpix-h.bradesco.com.br/v2',
  },
  scopes: [],
  certificates: ['pfx', 'pem'],
  notes: [
    'A charge with a due date is answered with 200 instead of 201; both are taken.',
    'Unverified against the bank: everything here comes from public integrations of 2022 to 2024.',
  ],
};
