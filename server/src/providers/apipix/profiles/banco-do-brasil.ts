import { type Profile, plain } from '../profile.ts';

export const bancoDoBrasil: Profile = {
  ...plain,
  name: 'bb',
  title: 'Banco do Brasil',
  tokenUrl: {
    production: 'https://oauth.bb.com.br/oauth/token',
    homologation: 'https://oauth.hm.bb.com.br/oauth/token',
  },
  apiUrl: {
    production: 'https://api-pix.bb.com.br/pix/v2',
    homologation: 'https://api-pix.hm.bb.com.br/pix/v2',
  },
  extraQuery: [{ name: 'gw-dev-app-key', value: { setting: 'APP_KEY' } }],
  settings: {
    APP_KEY: { about: 'Application key of the Banco do Brasil portal (gw-dev-app-key)', required: true },
  },
  certificates: ['pfx', 'pem'],
  notes: [
    'Errors also come as {"erros":[…]} and as {"statusCode","error","message"}; both are read.',
    'Unverified against the bank: the host with mutual TLS; older applications use api.bb.com.br/pix/v1 (set the API_URL).',
  ],
};
