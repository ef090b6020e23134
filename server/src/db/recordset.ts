type Columns = Readonly<Record<string, string>>;

/**
 * Rows as one JSON parameter. unnest($1, $2, …) opens a set for every column, which costs more than the rest of a
 * small statement; a record set is one.
 */
export function recordset(parameter: number, alias: string, columns: Columns): string {
  const definitions = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  return `json_to_recordset($${parameter}::json) as ${alias} (${definitions.join(', ')})`;
}

/** The parameter's value. Whole numbers beyond a double and bytes travel as text; PostgreSQL reads them by type. */
export function records(rows: readonly object[]): string {
  return JSON.stringify(rows, asText);
}

function asText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

export function bytesAsText(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
