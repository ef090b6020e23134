import { Type } from 'typebox';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { idPageOf } from '../http/id-page.ts';
import { cursorQuery, listOf, pageQuery, presentList } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { listMails } from '../mail/store.ts';
import { mailShape, presentMail } from './mail-shapes.ts';

export function mailRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/mails', {
    config: { access: 'key' },
    schema: {
      tags: ['Account'],
      summary: 'List the mails of your account, newest first: kind, state and masked address',
      description: 'Without mails that recover a password: anyone can ask for those.',
      querystring: Type.Object({ ...pageQuery, ...cursorQuery }),
      response: { 200: listOf(mailShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('mails', request.query);
      const { rows, total } = await listMails(deps.db, accountOf(request), page, { withRecoveries: false });
      return presentList(
        rows,
        page,
        total,
        (row) => row.id,
        (row) => presentMail(row, deps.vault),
      );
    },
  });
}
