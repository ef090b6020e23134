import { expect, it } from 'vitest';
import { createTestDatabase, openTestDb } from '../../../test/support/database.ts';
import { NOTICES } from './catalogue.ts';

it('the names that each change is sent under are those that the statements read', async () => {
  const database = await createTestDatabase();
  const db = openTestDb({ connectionString: database.connectionString, connections: 1 });
  const stored = await db.query<{ line: string }>(
    `select concat_ws(' ', type, audience, name, coalesce(cause, '-'), array_to_string(received_by, ',')) as line
     from event_notices`,
  );
  await db.close();
  await database.drop();
  const listed = NOTICES.map(({ type, audience, name, cause, registeredAs }) =>
    [type, audience, name, cause ?? '-', registeredAs.join(',')].join(' '),
  );
  expect(stored.map(({ line }) => line).sort()).toEqual(listed.sort());
});
