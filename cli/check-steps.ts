import { Refusal, wrongUse } from './outcome.ts';
import { paint, printable, say, sayJson } from './output.ts';
import { loadConfig } from './server.ts';

/** One step of a check of a provider; `remedy`: what to change, null when nothing is wrong. */
export type CheckedStep = { name: string; ok: boolean; detail: string; remedy: string | null };

/** Of what each check is, and its steps as they come. */
export type CheckRun = { title: string; steps: AsyncIterable<CheckedStep> };

/** Reports the most common mistake before a PSP or bank refuses. `who`: of them, in the plural. */
export async function requireSecureAddress(who: string): Promise<void> {
  const { publicUrlOf, readConfig } = await loadConfig();
  const address = publicUrlOf(readConfig(process.env));
  if (new URL(address).protocol !== 'https:') {
    throw wrongUse(
      `PUBLIC_URL is ${address}, and ${who} call https only. Set PUBLIC_URL to your https address.`,
    );
  }
}

/** Shows each step as it ends, or all as JSON; refuses when one failed. `key`: what a title is called in JSON. */
export async function showChecks(
  runs: readonly CheckRun[],
  { json, key, labelOf }: { json: boolean; key: string; labelOf: (name: string) => string },
): Promise<void> {
  const results: { title: string; steps: CheckedStep[] }[] = [];
  for (const { title, steps } of runs) {
    if (!json) say(paint('bold', title));
    const taken: CheckedStep[] = [];
    for await (const step of steps) {
      taken.push(step);
      if (!json) say(lineOf(step, labelOf(step.name)));
    }
    results.push({ title, steps: taken });
  }
  if (json) {
    sayJson(results.map(({ title, steps }) => ({ [key]: title, ok: steps.every(({ ok }) => ok), steps })));
  }
  const ill = results.flatMap(({ steps }) => steps.filter((step) => !step.ok)).length;
  if (ill > 0) throw new Refusal(ill === 1 ? 'One check failed.' : `${ill} checks failed.`);
}

const LABEL_WIDTH = 12;

function lineOf({ ok, detail, remedy }: CheckedStep, label: string): string {
  const mark = ok ? paint('green', '✓') : paint('red', '✗');
  const line = `${mark} ${label.padEnd(LABEL_WIDTH)} ${printable(detail)}`;
  return remedy === null ? line : `${line}\n  ${' '.repeat(LABEL_WIDTH)} → ${printable(remedy)}`;
}
