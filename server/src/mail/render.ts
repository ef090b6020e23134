import type { Lang } from '../kit/language.ts';
import type { Vault } from '../kit/secrets.ts';
import type { Circumstances, Content, Kind } from './content.ts';
import { KINDS, type MailKind } from './kinds.ts';
import { asHtml, asText } from './layout.ts';
import { signLink } from './signed-link.ts';

/** What a stored mail is rendered from. */
export type Rendering = { accountId: string; kind: MailKind; lang: Lang; facts: object };
export type RenderedMail = { subject: string; text: string; html: string; link: string | null };

type Place = { vault: Vault; publicUrl: string };

/** Control characters would end a header or a line; a subject has neither. */
const CONTROL = /\p{Cc}+/gu;
const MAX_SUBJECT_LENGTH = 200;

export function renderMail(place: Place, mail: Rendering): RenderedMail {
  const content = contentOf(place, mail);
  return {
    subject: subjectOf(content),
    text: asText(content, mail.lang),
    html: asHtml(content, mail.lang),
    link: content.button?.url ?? null,
  };
}

/** The subject alone, which never holds a link: it is stored with the mail. */
export function subjectFor(mail: Rendering): string {
  return subjectOf(write(mail, { lang: mail.lang, publicUrl: '', signedLink: () => '' }));
}

function contentOf({ vault, publicUrl }: Place, mail: Rendering): Content {
  return write(mail, {
    lang: mail.lang,
    publicUrl,
    signedLink: (path, claims) => {
      const token = signLink(vault, mail.kind, {
        accountId: mail.accountId,
        userId: claims.user_id,
        expiresAt: new Date(claims.expires_at),
        boundTo: claims.bound_to,
      });
      return `${publicUrl}${path}#${token}`;
    },
  });
}

function write({ kind, facts }: Rendering, circumstances: Circumstances): Content {
  const { name } = facts as { name?: unknown };
  const shown = typeof name === 'string' ? { ...facts, name: plainName(name) } : facts;
  return (KINDS[kind] as Kind<object>).write(shown, circumstances);
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

function subjectOf({ subject }: Content): string {
  return subject.replace(CONTROL, ' ').trim().slice(0, MAX_SUBJECT_LENGTH);
}
