import { type Profile, plain } from '../profile.ts';

/** For a PSP without a profile: its URLs, and whatever differs from the defaults, are settings. */
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
