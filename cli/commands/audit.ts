import type { Command } from 'commander';
import { isGuicheError } from '../../sdk/src/main.ts';
import { type Common, remote } from '../command.ts';
import { EXIT, Refusal } from '../outcome.ts';
import { paint, say, sayJson, table } from '../output.ts';
import { personOf } from '../profile.ts';
import { startProgress } from '../progress.ts';

const AUDIT_TIMEOUT_MS = 600_000;
const MAX_SHOWN = 100;

export function auditCommand(): Command {
  return remote('audit', 'compare every balance with its postings (operators)', [
    'login --profile operator --email operator@guiche.example',
    'audit --profile operator',
    'audit --profile operator --json',
  ]).action(async (options: Common) => {
    const audit = await run(options);
    if (options.json) sayJson(audit);
    else if (audit.ok) say(`${paint('green', '✓')} The books agree. Checked in ${audit.duration_ms} ms.`);
    else {
      const columns = [
        { title: 'CHECK' },
        { title: 'ACCOUNT' },
        { title: 'SUBJECT' },
        { title: 'EXPECTED', right: true },
        { title: 'ACTUAL', right: true },
      ];
      const rows = audit.differences
        .slice(0, MAX_SHOWN)
        .map((each) => [each.check, each.account_id, each.subject, each.expected, each.actual]);
      say(table(columns, rows));
    }
    if (!audit.ok) {
      throw new Refusal(
        `${audit.differences.length} figures do not agree. Nothing was changed; keep a backup and find out why before you pay out.`,
      );
    }
  });
}

async function run(options: Common) {
  const person = personOf(options);
  const progress = startProgress('Adding up every posting…');
  try {
    return await person.operators.ledger.audit({ timeoutMs: AUDIT_TIMEOUT_MS });
  } catch (error) {
    if (!isGuicheError(error, 'FORBIDDEN')) throw error;
    throw new Refusal(
      'Only an operator may audit the ledger. Sign in as one: guiche login --profile operator, then guiche audit --profile operator.',
      EXIT.notSignedIn,
    );
  } finally {
    progress.end();
  }
}
