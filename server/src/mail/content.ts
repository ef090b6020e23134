import type { Lang } from '../kit/language.ts';

/** What a mail says. Plain text throughout: the layout makes markup of it, so that no kind can forget to escape. */
export type Content = {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** Label and value, e.g. when and where something happened. */
  facts?: readonly (readonly [label: string, value: string])[];
  button?: { label: string; url: string };
  /** In small print after everything else. */
  notes?: readonly string[];
};

export type Circumstances = {
  lang: Lang;
  publicUrl: string;
  /** A page of this gateway with a signed token behind `#`, where it reaches no server and no log. */
  signedLink(path: string, claims: LinkFacts): string;
};

/** What a link's token says, besides its purpose and the account. Without the master key nothing can be made of it. */
export type LinkFacts = { user_id: string; expires_at: string; bound_to: string };

/** One kind of mail: a file in kinds/ and a line in kinds.ts. */
export type Kind<Facts extends object> = {
  /** Not sent any more when it is older than this. */
  lifeMs: number;
  write(facts: Facts, circumstances: Circumstances): Content;
};
