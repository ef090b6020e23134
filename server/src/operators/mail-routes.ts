import { Type } from 'typebox';
import { operatorMailShape, presentMail } from '../accounts/mail-shapes.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { idPageOf } from '../http/id-page.ts';
import { cursorQuery, listOf, pageQuery, presentList } from '../http/lists.ts';
import { listFailedMails, type MailRow } from '../mail/store.ts';

export function operatorMailRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/admin/mails', {
    config: { access: 'operator' },
    schema: {
      tags: ['Operators'],
      summary: 'List mails of every account that could not be sent, newest first',
      querystring: Type.Object({ ...pageQuery, ...cursorQuery }),
      response: { 200: listOf(operatorMailShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('admin_mails', request.query);
      const { rows, total } = await listFailedMails(deps.db, page);
      const present = (row: MailRow) => ({ ...presentMail(row, deps.vault), account_id: row.account_id });
      return presentList(rows, page, total, (row) => row.id, present);
    },
  });
}
