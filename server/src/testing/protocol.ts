/** The options of `startGuiche` of guiche/testing, as the only argument of the program. */
export type Order = { cache: string; receiverUrl: string; events: string[] | null };

/** Messages between the process of the tests and the process of the gateway. */
export type ToGateway = { do: 'settle'; number: number } | { do: 'stop' };
export type FromGateway =
  | { is: 'ready'; url: string; apiKey: string; accountId: string; webhookSecret: string }
  | { is: 'settled'; number: number; failure: string | null };
