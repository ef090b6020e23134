import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { civilDateOf } from '../../brazil/calendar.ts';
import { invalidField } from '../../kit/errors.ts';
import { BEYOND_EVERY_ID, type IdPage } from '../id-page.ts';
import type { Column, ExportLanguage } from './columns.ts';
import { writeCsv } from './write-csv.ts';
import { MAX_XLSX_ROWS, writeXlsx } from './write-xlsx.ts';

/** Rows that are read, and held, at a time. */
const PAGE_ROWS = 500;

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export const fileQuery = {
  format: Type.Enum(['csv', 'xlsx']),
  language: Type.Optional(Type.Enum(['pt', 'en'])),
};

/** What a route that answers a file says of it. */
export const fileSchema = {
  description: 'CSV (UTF-8, semicolons, decimal commas) or XLSX. Rows come in the order of the list.',
  produces: ['text/csv', CONTENT_TYPES.xlsx],
};

export function sendFile(
  reply: FastifyReply,
  contentType: string,
  name: string,
  chunks: AsyncIterable<string | Buffer>,
) {
  return reply
    .type(contentType)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .send(Readable.from(chunks, { objectMode: false }));
}

export type ExportedList<R> = {
  name: Record<ExportLanguage, string>;
  columns: readonly Column<R>[];
  pages: AsyncIterable<readonly R[]>;
  /** How many rows there are about to be. */
  total: bigint | number;
  now: Date;
};

export function sendList<R>(
  reply: FastifyReply,
  { format, language = 'pt' }: { format: 'csv' | 'xlsx'; language?: ExportLanguage },
  { name, columns, pages, total, now }: ExportedList<R>,
) {
  if (format === 'xlsx' && total >= MAX_XLSX_ROWS)
    throw invalidField('format', `xlsx holds less than ${MAX_XLSX_ROWS} rows: use csv, or filter the list`);
  const file = `${name[language]}-${civilDateOf(now)}.${format}`;
  const chunks =
    format === 'csv'
      ? writeCsv(columns, pages, language)
      : writeXlsx(name[language], columns, pages, language);
  return sendFile(reply, CONTENT_TYPES[format], file, chunks);
}

/** For a list that answers its total with a page: the page does not matter. */
export const COUNT_ONLY: IdPage = { list: 'count', limit: 0, offset: 0, after: null, below: BEYOND_EVERY_ID };

/** A list from its beginning to its end, page after page: each is read when the one before is written. */
export async function* pagesOf<R>(
  list: string,
  positionOf: (row: R) => string,
  read: (page: IdPage) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  let after: string | null = null;
  do {
    const below = after ?? BEYOND_EVERY_ID;
    const rows: readonly R[] = await read({ list, limit: PAGE_ROWS, offset: 0, after, below });
    const page = rows.slice(0, PAGE_ROWS);
    yield page;
    const last = page.at(-1);
    after = rows.length > PAGE_ROWS && last !== undefined ? positionOf(last) : null;
  } while (after !== null);
}
