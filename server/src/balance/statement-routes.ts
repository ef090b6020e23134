import { type Static, Type } from 'typebox';
import { addDays, civilDateOf, startOfCivilDate } from '../brazil/calendar.ts';
import { type App, errorAnswers, plainJsonSerializer } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { sendFile } from '../http/exports/send-file.ts';
import { readCreated } from '../http/fields.ts';
import { cursorQuery, listOf, type Page, pageOf, pageQuery, presentList } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { DAY_MS } from '../kit/clock.ts';
import { invalidField } from '../kit/errors.ts';
import { reaisFromCents } from '../kit/money.ts';
import { readBalance } from './balance.ts';
import { type Entry, listEntries } from './entries.ts';
import { type LineFilter, type Span, spanOf } from './line-filter.ts';
import {
  balanceShape,
  entryListShape,
  entryQuery,
  exportQuery,
  presentBalance,
  presentEntry,
  presentReserveDay,
  presentTransaction,
  reserveShape,
  transactionQuery,
  transactionShape,
} from './shapes.ts';
import { openStatement, writtenAs } from './statement.ts';
import { csvFormat } from './statement-csv.ts';
import { type ReserveDay, readReserve } from './statement-days.ts';
import { ofxFormat } from './statement-ofx.ts';
import { STATEMENT_TEXTS } from './statement-texts.ts';
import { listTransactions } from './transactions.ts';

const MAX_EXPORT_DAYS = 366;
const USUAL_EXPORT_DAYS = 30;

const tags = { balance: ['Balance'], transactions: ['Transactions'] };

export function statementRoutes(app: App, deps: Deps): void {
  balanceRoutes(app, deps);
  app.get('/api/v1/transactions', {
    ...plainJsonSerializer,
    config: { access: 'key' },
    schema: {
      tags: tags.transactions,
      summary: 'List changes of the available balance, newest first',
      querystring: transactionQuery,
      response: { 200: listOf(transactionShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = pageOf('transactions', request.query);
      const accountId = accountOf(request);
      const { rows, total } = await deps.reads.read(deps, accountId, (from) =>
        listTransactions(from, accountId, filterOf(request.query), page),
      );
      return presentList(rows, page, total, ([sequence]) => String(sequence), presentTransaction);
    },
  });
  entryRoutes(app, deps);
  exportRoutes(app, deps);
}

function entryRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/balance/statement', {
    ...plainJsonSerializer,
    config: { access: 'key' },
    schema: {
      tags: tags.balance,
      summary: 'List the statement, newest first: a sale with its fee, splits and reserve is one entry',
      querystring: entryQuery,
      response: { 200: entryListShape, ...errorAnswers },
    },
    handler: async (request) => {
      const page = pageOf('statement', request.query);
      const accountId = accountOf(request);
      const entries = await deps.reads.read(deps, accountId, (from) =>
        listEntries(from, accountId, createdOf(request.query), page),
      );
      const { total: _, ...list } = presentList(entries, page, 0, oldestOf, presentEntry);
      return list;
    },
  });
}

/** The next page begins below all lines of this one. */
function oldestOf({ oldest }: Entry): string {
  return String(oldest[0]);
}

function balanceRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/balance', {
    config: { access: 'key' },
    schema: {
      tags: tags.balance,
      summary: 'Get your balance',
      response: { 200: balanceShape, ...errorAnswers },
    },
    handler: async (request) => presentBalance(await readBalance(deps.db, accountOf(request))),
  });
  app.get('/api/v1/balance/reserve', {
    config: { access: 'key' },
    schema: {
      tags: tags.balance,
      summary: 'List the reserve by day of release',
      querystring: Type.Object({ ...pageQuery, ...cursorQuery }),
      response: { 200: reserveShape, ...errorAnswers },
    },
    handler: async (request) => {
      const page = pageOf('reserve', request.query);
      const { reservedCents, days } = await readReserve(deps, accountOf(request));
      const list = presentList(rowsOf(days, page), page, days.length, positionOf, presentReserveDay);
      return { ...list, reserved: reaisFromCents(reservedCents) };
    },
  });
}

/** The cursor of a day is its digits: a number, like the cursors of the other lists. */
function positionOf({ day }: ReserveDay): string {
  return day.replaceAll('-', '');
}

function rowsOf(days: readonly ReserveDay[], { after, offset }: Page): ReserveDay[] {
  if (after !== null && !/^\d{8}$/.test(after)) throw invalidField('cursor', 'is not a cursor of this list');
  return days.filter((row) => after === null || positionOf(row) > after).slice(offset);
}

type Created = { created_from?: string; created_to?: string };

function createdOf(query: Created): Partial<Span> {
  const { from, to } = readCreated(query);
  return { ...(from && { from }), ...(to && { to }) };
}

function filterOf(query: Static<typeof transactionQuery>): LineFilter {
  return { type: query.type, category: query.category, ...createdOf(query) };
}

function exportRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/transactions/export', {
    config: { access: 'key' },
    schema: {
      tags: tags.transactions,
      summary: 'Export the statement as a file, oldest line first, with opening and closing balance',
      description:
        'CSV (UTF-8, semicolons, decimal commas) or OFX 1.0.2. At most 366 days. Default: the last 30 days.',
      querystring: exportQuery,
      produces: ['text/csv', 'application/x-ofx'],
      response: { 200: Type.String(), ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { query } = request;
      const language = query.language ?? 'pt';
      const span = exportedSpan(createdOf(query), deps.clock.now());
      const statement = await openStatement(deps, accountOf(request), span, deps.clock.now());
      const format = query.format === 'csv' ? csvFormat(statement, language) : ofxFormat(statement, language);
      const name = `${STATEMENT_TEXTS[language].fileName}-${civilDateOf(span.from)}-${lastDayOf(span)}`;
      return sendFile(reply, format.contentType, `${name}.${query.format}`, writtenAs(format, statement));
    },
  });
}

/** Default: the last 30 whole days, today included. */
function exportedSpan(wanted: Partial<Span>, now: Date): Span {
  const end = wanted.to ?? startOfCivilDate(addDays(civilDateOf(now), 1));
  const begin = wanted.from ?? new Date(end.getTime() - USUAL_EXPORT_DAYS * DAY_MS);
  const { from, to } = spanOf({ from: begin, to: end });
  if (from >= to) throw invalidField('created_to', 'must be after created_from');
  if (to.getTime() - from.getTime() > MAX_EXPORT_DAYS * DAY_MS) {
    throw invalidField('created_from', `must be at most ${MAX_EXPORT_DAYS} days before created_to`);
  }
  return { from, to };
}

function lastDayOf({ to }: Span): string {
  return civilDateOf(new Date(to.getTime() - 1));
}
