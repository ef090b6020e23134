import { type Profile, plain } from '../profile.ts';

export const inter: Profile = {
  ...plain,
  name: 'inter',
  title: 'Banco Inter',
  tokenUrl: {
    production: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
    homologation: 'https://cdpj-sandbox.partners.uatinter.co/oauth/v2/token',
  },
  apiUrl: {
    production: 'https://cdpj.partners.bancointer.com.br/pix/v2',
    homologation: 'https://cdpj-sandbox.partners.uatinter.co/pix/v2',
  },
  clientAuth: 'body',
  extraHeaders: [{ name: 'x-conta-corrente', value: { setting: 'ACCOUNT' } }],
  settings: {
    ACCOUNT: {
      about: 'Account number, where the Inter application serves several (x-conta-corrente)',
      required: false,
    },
  },
  certificates: ['pem'],
  notes: [
    'Certificate and key are downloaded as two PEM files when the application is made.',
    'A scope that the application was not given makes the whole token be refused: name those it has in SCOPES.',
    'The token server takes five requests a minute.',
    'Unverified against the bank.',
  ],
};
