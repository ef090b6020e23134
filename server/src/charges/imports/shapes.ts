import { type TObject, Type } from 'typebox';
import { filledText, instantShape, namedEnum, namedObject, nullable } from '../../http/fields.ts';
import { cursorQuery, pageQuery } from '../../http/lists.ts';
import { reaisFromCents } from '../../kit/money.ts';
import { type ChargeImport, IMPORT_STATUSES, type ImportRow, ROW_STATUSES } from './store.ts';

const MAX_CSV_LENGTH = 2_000_000;

export const importBody = namedObject('CreateChargeImport', {
  csv: Type.String({
    minLength: 1,
    maxLength: MAX_CSV_LENGTH,
    description:
      'The text of the file. First line: column names, such as forma de pagamento;valor;descrição;referência;vencimento;parcelas;cliente;e-mail;cpf/cnpj;telefone. At most 5,000 rows',
  }),
  file_name: Type.Optional(nullable(filledText(255))),
});

export const importShape = namedObject('ChargeImport', {
  object: Type.Literal('charge_import'),
  id: Type.String(),
  file_name: Type.String(),
  status: namedEnum('ChargeImportStatus', [...IMPORT_STATUSES]),
  rows_count: Type.Integer(),
  ready_count: Type.Integer({ description: 'Rows that become charges once the import is confirmed' }),
  refused_count: Type.Integer({ description: 'Rows with errors, which are left out' }),
  made_count: Type.Integer({ description: 'Charges made so far' }),
  failed_count: Type.Integer({ description: 'Rows that were refused when their charge was to be made' }),
  value: Type.Number({ description: 'Sum of the rows without errors' }),
  created_at: instantShape,
  confirmed_at: nullable(instantShape),
  finished_at: nullable(instantShape),
});

const importRowShape = namedObject('ChargeImportRow', {
  line: Type.Integer({ description: 'Where the row begins in the file; the column names are line 1' }),
  status: namedEnum('ChargeImportRowStatus', [...ROW_STATUSES]),
  value: nullable(Type.Number()),
  errors: Type.Array(namedObject('ChargeImportError', { field: Type.String(), message: Type.String() })),
  charge_id: nullable(Type.String()),
});

const page = <T extends TObject>(item: T, name: string) =>
  namedObject(name, {
    object: Type.Literal('list'),
    data: Type.Array(item),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String()),
  });
export const importListShape = page(importShape, 'ChargeImportList');
export const importRowListShape = page(importRowShape, 'ChargeImportRowList');

export const importsQuery = Type.Object({ limit: pageQuery.limit, ...cursorQuery });
export const importRowsQuery = Type.Object({
  status: Type.Optional(namedEnum('ChargeImportRowStatus', [...ROW_STATUSES])),
  limit: pageQuery.limit,
  ...cursorQuery,
});

export function presentImport(row: ChargeImport) {
  return {
    object: 'charge_import' as const,
    id: row.id,
    file_name: row.file_name,
    status: row.status,
    rows_count: row.rows_count,
    ready_count: row.rows_count - row.refused_count,
    refused_count: row.refused_count,
    made_count: row.made_count,
    failed_count: row.failed_count,
    value: reaisFromCents(row.ready_cents),
    created_at: row.created_at.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export function presentImportRow(row: ImportRow) {
  return {
    line: row.line,
    status: row.status,
    value: row.value_cents === null ? null : reaisFromCents(row.value_cents),
    errors: row.errors ?? [],
    charge_id: row.charge_id,
  };
}
