import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import { idPageOf } from '../http/id-page.ts';
import { cursorQuery, idParams, listOf, pageQuery, presentList } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { openText } from '../kit/sealed-text.ts';
import { MAIL_KINDS } from '../mail/kinds.ts';
import { renderMail } from '../mail/render.ts';
import { findMail, listMails, MAIL_STATES, type MailRow } from '../mail/store.ts';

const tags = ['Sandbox'];
const config = { access: 'key' } as const;

const fields = {
  object: Type.Literal('mail'),
  id: Type.String(),
  kind: namedEnum('MailKind', MAIL_KINDS),
  language: Type.Enum(['pt', 'en']),
  to: Type.String(),
  subject: Type.String(),
  state: namedEnum('MailState', [...MAIL_STATES]),
  created_at: instantShape,
};

const outboxMail = namedObject('SandboxMail', fields);
const wholeMail = namedObject('WholeSandboxMail', {
  ...fields,
  text: Type.String(),
  html: Type.String(),
  link: nullable(Type.String({ description: 'What the button of the mail opens' })),
});

/** The mails of a sandbox that sends none: whole, with their links. With GUICHE_SMTP_URL they are in the mailbox. */
export function sandboxMailRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/sandbox/mails', {
    config,
    schema: {
      tags,
      summary: 'Sandbox: list the mails of your account in the outbox',
      description:
        'Empty where GUICHE_SMTP_URL is set: mails are then sent, and shown without their links in /mails.',
      querystring: Type.Object({ ...pageQuery, ...cursorQuery }),
      response: { 200: listOf(outboxMail), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('sandbox_mails', request.query);
      const isOutbox = deps.mail.kind === 'outbox';
      const { rows, total } = isOutbox
        ? await listMails(deps.db, accountOf(request), page, { withRecoveries: true })
        : { rows: [], total: 0 };
      return presentList(
        rows,
        page,
        total,
        (row) => row.id,
        (row) => presentOutbox(row, deps),
      );
    },
  });
  app.get('/api/v1/sandbox/mails/:id', {
    config,
    schema: {
      tags,
      summary: 'Sandbox: get a mail of the outbox, with its text and link',
      params: idParams,
      response: { 200: wholeMail, ...errorAnswers },
    },
    handler: async (request) => {
      const mail = await outboxMailOf(deps, accountOf(request), request.params.id);
      const { text, html, link } = rendered(deps, mail);
      return { ...presentOutbox(mail, deps), text, html, link };
    },
  });
  app.get('/api/v1/sandbox/mails/:id/page', {
    config,
    schema: { tags, summary: 'Sandbox: get a mail of the outbox as it looks', params: idParams, hide: true },
    handler: async (request, reply) => {
      const mail = await outboxMailOf(deps, accountOf(request), (request.params as { id: string }).id);
      return sendFramed(reply, rendered(deps, mail).html);
    },
  });
}

/** Shown in a frame of the dashboard. Its own policy allows inline styles, and neither scripts nor anything from outside. */
function sendFramed(reply: FastifyReply, document: string): FastifyReply {
  return reply
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`,
    )
    .header('X-Frame-Options', 'SAMEORIGIN')
    .type('text/html; charset=utf-8')
    .send(document);
}

async function outboxMailOf({ db, mail }: Deps, accountId: string, id: string): Promise<MailRow> {
  const row = isId(id) && mail.kind === 'outbox' ? await findMail(db, accountId, id) : null;
  if (!row) throw notFound('Mail');
  return row;
}

function rendered(deps: Deps, { account_id: accountId, kind, language: lang, facts }: MailRow) {
  return renderMail(deps, { accountId, kind, lang, facts });
}

function presentOutbox(row: MailRow, { vault }: Deps) {
  return {
    object: 'mail' as const,
    id: row.id,
    kind: row.kind,
    language: row.language,
    to: openText(vault, row.address_sealed),
    subject: row.subject,
    state: row.state,
    created_at: row.created_at.toISOString(),
  };
}
