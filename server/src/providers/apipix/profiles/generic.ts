import { type Profile, plain } from '../profile.ts';

/** For a PSP that has no file here: its addresses are settings, and so is whatever differs from the plain reading. */
export const generic: Profile = {
  ...plain,
  name: 'generic',
  title: 'Any PSP that keeps to API Pix',
  tokenUrl: { production: null, homologation: null },
  apiUrl: { production: null, homologation: null },
  certificates: ['pfx', 'pem'],
  notes: [
    'TOKEN_URL and API_URL are required; CLIENT_AUTH, TOKEN_BODY and SCOPES say how a token is asked for.',
  ],
};
