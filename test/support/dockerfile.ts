import { readFileSync } from 'node:fs';

type Copy = { readonly from: string | null; readonly sources: string[]; readonly target: string };
export type Stage = { readonly name: string | null; readonly steps: Step[] };
type Step = { readonly word: string; readonly rest: string };

/** The stages of a Dockerfile, each with its instructions in order. */
export function readDockerfile(path: string): Stage[] {
  const whole = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, ' ');
  const stages: Stage[] = [];
  for (const line of whole.split('\n')) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (word === 'FROM') stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? null, steps: [] });
    else if (word) stages.at(-1)?.steps.push({ word, rest });
  }
  return stages;
}

export function stepsOf(stage: Stage | undefined, word: string): string[] {
  return (stage?.steps ?? []).filter((step) => step.word === word).map(({ rest }) => rest);
}

export function copyOf(rest: string): Copy {
  const [, from = null, paths = ''] = /^(?:--from=(\w+) )?(.+)$/.exec(rest) ?? [];
  const names = paths.split(' ');
  return { from, sources: names.slice(0, -1), target: names.at(-1) ?? '' };
}

export function environmentOf(stage: Stage | undefined): Record<string, string> {
  const pairs = stepsOf(stage, 'ENV').flatMap((rest) => rest.split(/ +/));
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

/** The command that a HEALTHCHECK or a CMD runs. */
export function commandOf(stage: Stage | undefined, word: 'CMD' | 'HEALTHCHECK'): string[] {
  const [rest = '[]'] = stepsOf(stage, word);
  return JSON.parse(rest.slice(rest.indexOf('['))) as string[];
}
