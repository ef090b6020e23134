import { type Profile, plain } from '../profile.ts';

export const efi: Profile = {
  ...plain,
  name: 'efi',
  title: 'Efí',
  tokenUrl: {
    production: 'https://pix.api.efipay.com.br/oauth/token',
    homologation: 'https://pix-h.api.efipay.com.br/oauth/token',
  },
  apiUrl: {
    production: 'https://pix.api.efipay.com.br/v2',
    homologation: 'https://pix-h.api.efipay.com.br/v2',
  },
  tokenBody: 'json',
  scopes: [],
  extraHeaders: [
    { name: 'x-partner-token', value: { setting: 'PARTNER_TOKEN' } },
    { name: 'x-skip-mtls-checking', value: { setting: 'SKIP_MTLS_CHECKING' }, only: 'webhook' },
  ],
  settings: {
    PARTNER_TOKEN: { about: 'Token of an Efí partner, sent as x-partner-token', required: false },
    SKIP_MTLS_CHECKING: {
      about: 'true: Efí registers a webhook address that asks no client certificate of its callers',
      required: false,
    },
  },
  certificates: ['pfx'],
  notes: [
    'The .p12 comes without a passphrase; it is made in the account, under API, once for each environment.',
    'Registering a webhook, Efí calls the address without a certificate first and wants to be refused; SKIP_MTLS_CHECKING=true is for a gateway whose proxy does not ask for certificates.',
    'Unverified against the bank: scopes are given by the application, so that none are asked for.',
  ],
};
