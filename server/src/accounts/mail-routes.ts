import { Type } from 'typebox';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { idPageOf } from '../http/id-page.ts';
import { cursorQuery, listOf, pageQuery, presentList } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { listMails, listMailsOfCharge } from '../mail/store.ts';
import { mailShape, presentMail } from './mail-shapes.ts';

export function mailRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/mails', {
    config: { access: 'key' },
    schema: {
      tags: ['Account'],
      summary: 'List the mails of your account, newest first: kind, state and masked address',
      description: 'Without mails that recover a password: anyone can ask for those.',
      querystring: Type.Object({
        ...pageQuery,
        ...cursorQuery,
        charge_id: Type.Optional(Type.String({ maxLength: 36, description: 'Only mails about this charge' })),
      }),
      response: { 200: listOf(mailShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('mails', request.query);
      const { charge_id: chargeId } = request.query;
      if (chargeId !== undefined && !isId(chargeId)) throw invalidField('charge_id', 'is not an id');
      const { rows, total } = chargeId
        ? await listMailsOfCharge(deps.db, accountOf(request), chargeId, page)
        : await listMails(deps.db, accountOf(request), page, { withRecoveries: false });
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
