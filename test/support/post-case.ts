import type { Seller } from './gateway.ts';

/** A request that a test repeats after a crash. */
export type Post = {
  as: Record<string, string>;
  path: string;
  body?: object;
  /** The request ends the session that sent it. */
  signIn?: () => Promise<Record<string, string>>;
  /** A field that tells the time at which it was answered, when the answer comes after the effect. */
  timeOfAnswer?: string;
};

export type PostCase = { name: string; prepare: (seller: Seller) => Promise<Post> };
