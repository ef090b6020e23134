import { Type } from 'typebox';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { auditLedger } from '../ledger/audit.ts';

export function operatorRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/admin/ledger/audit', {
    config: { access: 'operator' },
    schema: {
      tags: ['Operators'],
      summary: 'Check every balance against what it follows from',
      response: { 200: Type.Object({ ok: Type.Boolean() }), ...errorAnswers },
    },
    handler: async () => ({ ok: (await auditLedger(deps.db)).length === 0 }),
  });
}
