import { readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { MigrationFile } from './migration-rules.ts';
import type { Chapter, StoryFacts } from './seller-story.ts';
import { replayStatements, type SentStatement } from './statement-recorder.ts';

const FILE = join(import.meta.dirname, 'previous-writer.json');
const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');

type Written = {
  /** The newest migration that the recorded program brought with it. */
  schema: number;
  facts: StoryFacts;
  texts: readonly string[];
  statements: readonly (Omit<SentStatement, 'text'> & { text: number })[];
};

/** The previous version of the program, as far as a database can tell: the statements it sent, in their order. */
export type PreviousWriter = {
  readonly schema: number;
  readonly facts: StoryFacts;
  readonly statements: readonly SentStatement[];
  /** Returns the writes that did not have the effect they had on the schema of their time. */
  write(pool: pg.Pool, chapters: readonly Chapter[]): Promise<string[]>;
};

export function readPreviousWriter(): PreviousWriter {
  const { schema, facts, texts, statements: stored } = JSON.parse(readFileSync(FILE, 'utf8')) as Written;
  const statements = stored.map((each) => ({ ...each, text: texts[each.text] ?? '' }));
  return {
    schema,
    facts,
    statements,
    async write(pool, chapters) {
      const client = await pool.connect();
      try {
        const wanted = statements.filter(({ chapter }) => chapters.some((name) => name === chapter));
        return await replayStatements(client, wanted);
      } finally {
        client.release();
      }
    },
  };
}

export function keepPreviousWriter(
  schema: number,
  facts: StoryFacts,
  statements: readonly SentStatement[],
): void {
  const texts = [...new Set(statements.map(({ text }) => text))];
  const numbered = statements.map((each) => ({ ...each, text: texts.indexOf(each.text) }));
  const written: Written = { schema, facts, texts, statements: numbered };
  writeFileSync(FILE, `${JSON.stringify(written, null, 2)}\n`);
}

export async function readMigrationFiles(): Promise<(MigrationFile & { name: string })[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      version: Number(name.slice(0, 4)),
      sql: await readFile(join(MIGRATIONS, name), 'utf8'),
    })),
  );
}

/** Empties a database and puts up the schema of that time. */
export async function putUpSchema(pool: pg.Pool, newest: number): Promise<void> {
  await pool.query('drop schema public cascade; create schema public');
  await pool.query(
    'create table migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())',
  );
  for (const { name, version, sql } of await readMigrationFiles()) {
    if (version > newest) continue;
    await pool.query(sql);
    await pool.query('insert into migrations (version, name) values ($1, $2)', [version, name]);
  }
}
