import type { TokenFailureKind } from './token.ts';

/** unknown: it may have happened; unsent: it did not. A reason contains no token, no secret and no payer. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'unknown'; readonly reason: string }
  | {
      readonly kind: 'unsent';
      readonly reason: string;
      readonly failure: TokenFailureKind;
      /** No token could be obtained. */
      readonly lacksToken?: true;
    };

/** One call to a provider, for metrics. `operation` is the adapter's name of it; `token` asks for a token. */
export type ObservedCall = {
  readonly operation: string;
  readonly outcome: 'done' | 'refused' | 'unknown' | 'unsent';
  readonly latencyMs: number;
};
