/** What `startGuiche` of guiche/testing asks for, as the only argument of the program. */
export type Order = { cache: string; receiverUrl: string; events: string[] | null };

/** What the tests' process says to the gateway's, and hears from it. */
export type Asked = { do: 'settle'; number: number } | { do: 'stop' };
export type Told =
  | { is: 'ready'; url: string; apiKey: string; accountId: string; webhookSecret: string }
  | { is: 'settled'; number: number; failure: string | null };
