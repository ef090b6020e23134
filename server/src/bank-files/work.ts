import type { ChargeDeps } from '../charges/deps.ts';
import type { Task } from '../jobs/loop.ts';
import { SECOND_MS } from '../kit/clock.ts';
import { type CnabRail, cnabRails } from '../providers/cnab/rail.ts';
import { lastCutOff } from './cut-off.ts';
import { readFolder, removeUnfinished, writeFiles } from './folders.ts';
import { MAX_TITLES_PER_FILE, makeFile } from './make.ts';
import { findCovenant } from './store.ts';

const EVERY_MS = 10 * SECOND_MS;
const MAX_FILES_PER_CUT_OFF = 100;

/** What has fallen due at the banks that take files: made, written, read, booked. Returns how many files there were. */
export async function runBankFiles(deps: ChargeDeps): Promise<number> {
  let count = 0;
  for (const rail of cnabRails(deps.rails)) {
    const steps = [makeDue, writeFiles, readFolder];
    for (const step of steps) {
      try {
        count += await step(deps, rail);
      } catch (error) {
        // A folder that is not there must not keep the other bank, or the other direction, waiting.
        deps.log.error({ err: error, bank: rail.name }, 'files of a bank: a step failed');
      }
    }
  }
  return count;
}

export function bankFileTask(deps: ChargeDeps): Task {
  return {
    name: 'files of banks',
    idleMs: EVERY_MS,
    run: async () => {
      await Promise.all(cnabRails(deps.rails).map((rail) => removeUnfinished(rail).catch(() => undefined)));
      await runBankFiles(deps);
      return 0;
    },
  };
}

async function makeDue(deps: ChargeDeps, rail: CnabRail): Promise<number> {
  const cutOff = lastCutOff(rail.cnab.cutOffs, deps.clock.now());
  if (cutOff === null) return 0;
  const covenant = await findCovenant(deps.db, rail.name);
  if (covenant?.cut_off_at && covenant.cut_off_at >= cutOff) return 0;
  let file = await makeFile(deps, rail, { by: null, cutOff });
  let count = file ? 1 : 0;
  while (file?.titles_count === MAX_TITLES_PER_FILE && count < MAX_FILES_PER_CUT_OFF) {
    file = await makeFile(deps, rail, { by: null, cutOff: null });
    count += file ? 1 : 0;
  }
  return count;
}
