import { type Profile, plain } from '../profile.ts';

export const sicredi: Profile = {
  ...plain,
  name: 'sicredi',
  title: 'Sicredi',
  tokenUrl: {
    production: 'https://api-pix.sicredi.com.br/oauth/token',
    homologation: 'https://api-pix-h.sicredi.com.br/oauth/token',
  },
  apiUrl: {
    production: 'https://api-pix.sicredi.com.br/api',
    homologation: 'https://api-pix-h.sicredi.com.br/api',
  },
  versions: { cob: 'v2', cobv: 'v2', pix: 'v2', webhook: 'v2' },
  certificates: ['pem'],
  notes: [
    'Each resource has a version of its own in the path.',
    'Unverified against the bank: that all four resources are at v2 today.',
  ],
};
