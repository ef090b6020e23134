import { describe, expect, it } from 'vitest';
import { findMigrationFaults } from './support/migration-rules.ts';
import { readMigrationFiles, readPreviousWriter } from './support/previous-writer.ts';

const NEW = 8;
const BROKEN: [what: string, sql: string][] = [
  ['a dropped column', 'set local lock_timeout = 1; alter table charges drop column card;'],
  ['a dropped table', 'drop table refunds;'],
  ['a new name', 'set local lock_timeout = 1; alter table charges rename column card to plastic;'],
  ['another type', 'set local lock_timeout = 1; alter table charges alter column card type jsonb;'],
  ['a tightened column', 'set local lock_timeout = 1; alter table charges alter column card set not null;'],
  [
    'a column without default',
    'set local lock_timeout = 1; alter table charges add column a int, add column b text not null;',
  ],
  ['a new constraint', 'set local lock_timeout = 1; alter table charges add check (value_cents > 1);'],
  ['an endless wait', 'alter table charges add column note text;'],
  ['an index in one go', 'set local lock_timeout = 1; create index charges_note on charges (note);'],
];
const KEPT: [what: string, sql: string][] = [
  ['a new table with its index', 'create table notes (id uuid); create index notes_id on notes (id);'],
  [
    'a column with default',
    `set local lock_timeout = '5s'; alter table charges add column note text not null default '';`,
  ],
  [
    'an index that may be there',
    'set local lock_timeout = 1; create index if not exists charges_note on charges (note);',
  ],
  [
    'what the previous version was made ready for',
    '-- The previous version is ready for this: 0.2 reads plastic alone.\ndrop table refunds;',
  ],
];

describe('a migration', () => {
  it.each(BROKEN)('with %s is noticed', (_, sql) => {
    expect(findMigrationFaults({ version: NEW, sql })).toHaveLength(1);
  });

  it.each(KEPT)('with %s is fine', (_, sql) => {
    expect(findMigrationFaults({ version: NEW, sql })).toEqual([]);
  });

  it('only adds, in every file since the previous version', async () => {
    const files = (await readMigrationFiles()).filter(({ version }) => version > readPreviousWriter().schema);
    expect(files.length).toBeGreaterThan(0);
    expect(files.map((file) => [file.version, findMigrationFaults(file)])).toEqual(
      files.map(({ version }) => [version, []]),
    );
  });
});
