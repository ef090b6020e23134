import type { Lang } from '../kit/language.ts';
import type { Vault } from '../kit/secrets.ts';
import type { Circumstances, Content, Kind, Letterhead, LinkFacts } from './content.ts';
import { KINDS, type MailKind } from './kinds.ts';
import { asHtml, asText, type Paper } from './layout.ts';
import { signLink } from './signed-link.ts';

/** What a stored mail is rendered from. */
export type Rendering = { accountId: string; kind: MailKind; lang: Lang; facts: object };
export type RenderedMail = {
  subject: string;
  text: string;
  html: string;
  link: string | null;
  /** In whose name it is sent; null: in ours. */
  seller: Letterhead | null;
  unsubscribeUrl: string | null;
};

type Place = { vault: Vault; publicUrl: string };

/** Control characters would end a header or a line; a subject has neither. */
const CONTROL = /\p{Cc}+/gu;
const MAX_SUBJECT_LENGTH = 200;
export const UNSUBSCRIBE_PATH = '/unsubscribe';

export function renderMail(place: Place, mail: Rendering): RenderedMail {
  const content = contentOf(place, mail);
  const { seller, is_test: isTest } = plainFacts(mail.facts) as { seller?: Letterhead; is_test?: unknown };
  const paper: Paper = { lang: mail.lang, seller: seller ?? null, isTest: isTest === true };
  return {
    subject: subjectOf(content),
    text: asText(content, paper),
    html: asHtml(content, paper),
    link: content.button?.url ?? null,
    seller: paper.seller,
    unsubscribeUrl: content.unsubscribeUrl ?? null,
  };
}

/** The subject alone, which never holds a link: it is stored with the mail. */
export function subjectFor(mail: Rendering): string {
  return subjectOf(
    write(mail, { lang: mail.lang, publicUrl: '', signedLink: () => '', unsubscribeLink: () => '' }),
  );
}

function contentOf({ vault, publicUrl }: Place, mail: Rendering): Content {
  const tokenOf = (claims: LinkFacts) =>
    signLink(vault, mail.kind, {
      accountId: mail.accountId,
      userId: claims.user_id,
      expiresAt: new Date(claims.expires_at),
      boundTo: claims.bound_to,
    });
  return write(mail, {
    lang: mail.lang,
    publicUrl,
    signedLink: (path, claims) => `${publicUrl}${path}#${tokenOf(claims)}`,
    unsubscribeLink: (claims) => `${publicUrl}${UNSUBSCRIBE_PATH}/${tokenOf(claims)}?lang=${mail.lang}`,
  });
}

function write({ kind, facts }: Rendering, circumstances: Circumstances): Content {
  return (KINDS[kind] as Kind<object>).write(plainFacts(facts), circumstances);
}

/** What others typed, in every mail. Names are short; the rest may be a sentence. */
const TYPED_NAMES: readonly string[] = ['name', 'payer', 'account', 'monogram'];
const TYPED_TEXTS: readonly string[] = ['about', 'reason', 'legal'];

function plainFacts(facts: object): object {
  return Object.fromEntries(
    Object.entries(facts).map(([field, value]) => [field, plainFact(field, value as unknown)]),
  );
}

function plainFact(field: string, value: unknown): unknown {
  if (field === 'seller' && typeof value === 'object' && value) return plainFacts(value);
  if (field === 'alerts' && Array.isArray(value)) return value.map((alert: object) => plainFacts(alert));
  if (typeof value !== 'string') return value;
  if (TYPED_NAMES.includes(field)) return plainName(value);
  return TYPED_TEXTS.includes(field) ? plainText(value) : value;
}

const MAX_NAME_LENGTH = 60;

/**
 * Anyone can open an account with another's address: its name must not carry an address of its own into that mailbox, nor
 * a text of many lines.
 */
function plainName(name: string): string {
  return name
    .replace(/[.:/\\@](?=\S)/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH);
}

const MAX_TEXT_LENGTH = 300;

/** One line without anything that a mail program would turn into a link: `a.b` and `://` need no letters to be read. */
function plainText(text: string): string {
  return text
    .replace(/:\/\//g, ' ')
    .replace(/[./\\@](?=\p{L})/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH);
}

function subjectOf({ subject }: Content): string {
  return subject.replace(CONTROL, ' ').trim().slice(0, MAX_SUBJECT_LENGTH);
}
