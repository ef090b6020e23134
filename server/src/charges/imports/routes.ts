import { Type } from 'typebox';
import { actorOf } from '../../http/actor.ts';
import { answerTo } from '../../http/answer.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import { column, words } from '../../http/exports/columns.ts';
import { sendFile } from '../../http/exports/send-file.ts';
import { writeCsv } from '../../http/exports/write-csv.ts';
import { idPageOf } from '../../http/id-page.ts';
import { idParams, pageOf, presentList } from '../../http/lists.ts';
import { accountOf } from '../../http/principal.ts';
import { invalidField, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import type { ChargeDeps } from '../deps.ts';
import { checkImport, confirmImport } from './import.ts';
import { MAX_ROWS } from './read-csv.ts';
import {
  importBody,
  importListShape,
  importRowListShape,
  importRowsQuery,
  importShape,
  importsQuery,
  presentImport,
  presentImportRow,
} from './shapes.ts';
import {
  type ChargeImport,
  findImport,
  type ImportRow,
  listImports,
  listRows,
  type RowStatus,
} from './store.ts';

const tags = ['Charge imports'];
/** Five thousand long rows, as JSON. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const ANY_LINE = /^\d{1,9}$/;

export function importRoutes(app: App, deps: ChargeDeps): void {
  changeRoutes(app, deps);
  readRoutes(app, deps);
  exportRoutes(app, deps);
}

function changeRoutes(app: App, deps: ChargeDeps): void {
  app.post('/api/v1/charge-imports', {
    bodyLimit: MAX_BODY_BYTES,
    config: { access: 'key', rate: 'charges' },
    schema: {
      tags,
      summary: 'Check a file of charges, row by row, without making any',
      description: 'Confirm the import within a day to make the charges of the rows without errors.',
      body: importBody,
      response: { 201: importShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { csv, file_name: fileName } = request.body;
      const answer = answerTo(request, reply, 201, presentImport);
      const wanted = {
        accountId: accountOf(request),
        id: request.objectId,
        csv,
        fileName: fileName ?? 'charges.csv',
      };
      await checkImport(deps, wanted, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/charge-imports/:id/confirm', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Make the charges of a checked import, in the background',
      params: idParams,
      response: { 200: importShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, presentImport);
      const { id } = request.params;
      await confirmImport(deps, { accountId: accountOf(request), id, by: actorOf(request) }, answer);
      return answer.send();
    },
  });
}

function readRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/charge-imports', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'List imports, newest first',
      querystring: importsQuery,
      response: { 200: importListShape, ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('imports', request.query);
      const rows = await listImports(deps.db, accountOf(request), page);
      const { total: _, ...list } = presentList(rows, page, 0, (row) => row.id, presentImport);
      return list;
    },
  });
  app.get('/api/v1/charge-imports/:id', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Get an import, with how far it is',
      params: idParams,
      response: { 200: importShape, ...errorAnswers },
    },
    handler: async (request) =>
      presentImport(await requireImport(deps, accountOf(request), request.params.id)),
  });
  app.get('/api/v1/charge-imports/:id/rows', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'List the rows of an import with their outcome, in the order of the file',
      params: idParams,
      querystring: importRowsQuery,
      response: { 200: importRowListShape, ...errorAnswers },
    },
    handler: async (request) => {
      const accountId = accountOf(request);
      const { id } = await requireImport(deps, accountId, request.params.id);
      const page = pageOf('import_rows', request.query);
      if (page.after !== null && !ANY_LINE.test(page.after))
        throw invalidField('cursor', 'is not a cursor of this list');
      const { status = null } = request.query;
      const wanted = { after: Number(page.after ?? 0), status, limit: page.limit + 1 };
      const rows = await listRows(deps.db, accountId, id, wanted);
      const { total: _, ...list } = presentList(rows, page, 0, ({ line }) => String(line), presentImportRow);
      return list;
    },
  });
}

async function requireImport(deps: ChargeDeps, accountId: string, id: string): Promise<ChargeImport> {
  const found = isId(id) ? await findImport(deps.db, accountId, id) : null;
  if (!found) throw notFound('Import');
  return found;
}

const STATUS_WORDS: Record<RowStatus, ReturnType<typeof words>> = {
  ready: words('Pronta', 'Ready'),
  refused: words('Com erro', 'Refused'),
  made: words('Criada', 'Made'),
  failed: words('Falhou', 'Failed'),
};

function exportRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/charge-imports/:id/export', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Export the rows of an import with their outcome as CSV',
      params: idParams,
      querystring: Type.Object({ language: Type.Optional(Type.Enum(['pt', 'en'])) }),
      produces: ['text/csv'],
      response: { 200: Type.String(), ...errorAnswers },
    },
    handler: async (request, reply) => {
      const accountId = accountOf(request);
      const { id } = await requireImport(deps, accountId, request.params.id);
      const { language = 'pt' } = request.query;
      const rows = await listRows(deps.db, accountId, id, { after: 0, status: null, limit: MAX_ROWS });
      const file = `${language === 'pt' ? 'importacao' : 'import'}-${id}.csv`;
      return sendFile(
        reply,
        'text/csv; charset=utf-8',
        file,
        writeCsv(columnsOf(deps), onePage(rows), language),
      );
    },
  });
}

async function* onePage(rows: readonly ImportRow[]): AsyncGenerator<readonly ImportRow[]> {
  yield rows;
}

function columnsOf(deps: ChargeDeps) {
  const linkOf = ({ charge_id: id }: ImportRow) => id && `${deps.publicUrl}/charges/${id}`;
  return [
    column<ImportRow>('Linha', 'Line', ({ line }) => ({ count: line })),
    column<ImportRow>('Situação', 'Status', ({ status }) => STATUS_WORDS[status]),
    column<ImportRow>('Valor', 'Value', ({ value_cents: cents }) => (cents === null ? null : { cents })),
    column<ImportRow>('Erros', 'Errors', ({ errors }) =>
      (errors ?? []).map(({ field, message }) => `${field}: ${message}`).join('; '),
    ),
    column<ImportRow>('Cobrança', 'Charge', ({ charge_id: id }) => id),
    column<ImportRow>('Link', 'Link', linkOf),
  ];
}
