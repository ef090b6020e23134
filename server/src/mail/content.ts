import type { Lang } from '../kit/language.ts';

/** What a mail says. Plain text throughout: the layout makes markup of it, so that no kind can forget to escape. */
export type Content = {
  subject: string;
  heading: string;
  /** The sum that the mail is about, larger than everything else. */
  amount?: string;
  paragraphs: readonly string[];
  /** Label and value, e.g. when and where something happened. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** A text to be copied as it is, such as the line of a boleto. */
  code?: { label: string; text: string };
  button?: { label: string; url: string };
  /** In small print after everything else. */
  notes?: readonly string[];
  /** Under the mail: why it was sent. Default: that no answer is read. */
  footer?: readonly string[];
  /** A link under the mail. */
  footerLink?: { label: string; url: string };
  /** Where the mail program's own button takes the reader off the list (RFC 8058). */
  unsubscribeUrl?: string;
};

/**
 * The seller in whose name a mail goes to a payer: its name, and its colour as it can be read. Part of the facts, so that
 * a mail looks the same whenever it is rendered.
 */
export type Letterhead = {
  name: string;
  /** The registered name and document: the law wants them shown to consumers. */
  legal: string;
  monogram: string;
  /** Where its logo is; mails of earlier versions have none. */
  logo?: string | null;
  /** Where its pages are; mails of earlier versions have none: at the gateway. */
  pages_url?: string;
  accent: string;
  ink: string;
  dark_accent: string;
  dark_ink: string;
  reply_to: string | null;
};

/** What every mail to a payer says. `payer` and `about` were typed by others. */
export type PayerFacts = {
  seller: Letterhead;
  payer: string;
  about: string | null;
  value: string;
  is_test: boolean;
};

export type Circumstances = {
  lang: Lang;
  publicUrl: string;
  /** A page of this gateway with a signed token behind `#`, where it reaches no server and no log. */
  signedLink(path: string, claims: LinkFacts): string;
  /** A page that works without a script: its token is in the path. */
  unsubscribeLink(claims: LinkFacts): string;
};

/** What a link's token says, besides its purpose and the account. Without the master key nothing can be made of it. */
export type LinkFacts = { user_id: string; expires_at: string; bound_to: string };

/** One kind of mail: a file in kinds/ and a line in kinds.ts. */
export type Kind<Facts extends object> = {
  /** Not sent any more when it is older than this. */
  lifeMs: number;
  /** Not sent any more once the charge can no longer be paid. */
  needsOpenCharge?: true;
  write(facts: Facts, circumstances: Circumstances): Content;
};
