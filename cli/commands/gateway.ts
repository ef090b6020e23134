import type { Command } from 'commander';
import { command, type Shown } from '../command.ts';
import { say, sayJson } from '../output.ts';
import { startProgress } from '../progress.ts';
import { loadConfig, loadMigrations, migratedTo, openDatabase, runGateway } from '../server.ts';

const SETTINGS =
  '\nIt reads PORT, HOST, DATABASE_URL, GUICHE_DATA_DIR, GUICHE_RAILS and the other settings of the gateway from the environment, as in `PORT=4000 guiche start`.';

export function startCommand(): Command {
  return command('start', 'start the gateway here', ['start'])
    .addHelpText('after', SETTINGS)
    .action(async () => {
      process.exitCode = await runGateway();
    });
}

export function migrateCommand(): Command {
  return command('migrate', 'bring the database to the version of this program', [
    'migrate',
    'migrate --json',
  ])
    .option('--json', 'write JSON for programs')
    .addHelpText('after', SETTINGS)
    .action(async ({ json }: Shown) => {
      const { readConfig } = await loadConfig();
      const { migrate, newestMigration } = await loadMigrations();
      const progress = startProgress('Migrating…');
      const database = await openDatabase(readConfig(process.env));
      try {
        const before = await migratedTo(database.connectionString);
        await migrate(database.connectionString);
        const version = await newestMigration();
        progress.end();
        if (json) sayJson({ from: before, to: version, applied: version - before });
        else if (before === version) say(`Nothing to do: the database is at version ${version}.`);
        else say(`The database went from version ${before} to ${version}.`);
      } finally {
        progress.end();
        await database.close();
      }
    });
}
