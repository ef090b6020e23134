import { parseArgs } from 'node:util';

export const SCENARIO_NAMES = ['a', 'b', 'b2', 'c', 'd', 'e', 'f'] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];
/** Measures what the server sends, not requests to it. */
const DELIVERIES = 'g';
const KNOWN_NAMES = [...SCENARIO_NAMES, DELIVERIES];

export type Options = {
  only: readonly ScenarioName[];
  deliveries: boolean;
  /** Measured seconds of each scenario, over all rounds. */
  seconds: number;
  rounds: number;
  connections: number;
  growth: boolean;
  /** Instead of everything else: twice the load that can be sustained. */
  overload: boolean;
  /** Instead of everything else: bytes per charge. */
  disk: boolean;
  /** Instead of everything else: the same load on one, two and four processes. */
  processes: boolean;
  /** Instead of everything else: CPU time of a page of each long list. */
  lists: boolean;
  /** Instead of everything else: operations on an installation with so many charges, beside one with few; 0: not. */
  scaleCharges: number;
  /** The installations of `scaleCharges` are on a Citus cluster. */
  cluster: boolean;
  growthCharges: number;
  markdown: string | null;
  profile: string | null;
};

const USAGE = `npm run bench -- [options]
  --only a,b,c        scenarios to run: ${KNOWN_NAMES.join(', ')} (default: all)
  --seconds N         measured seconds of each scenario (default 8)
  --rounds N          in how many rounds they are measured, so that noise is shared by all (default 4)
  --connections N     keep-alive connections (default 256)
  --no-growth         without the comparison of a long account with a short one
  --growth-charges N  charges of the long account (default 1000000)
  --overload          instead: twice the load that the gateway can sustain, for --seconds
  --disk              instead: bytes on disk per charge, by table
  --processes         instead: CPU per operation with 1, 2 and 4 processes on one database
  --lists             instead: CPU time of a page of charges, statement and deliveries
  --scale N           instead: operations beside N charges and beside ten thousand, a thousand of each seller
  --cluster           with --scale: on a coordinator and two workers, where Citus is installed
  --markdown FILE     also write the results as markdown
  --profile FOLDER    also write a CPU profile of the server for each scenario`;

/** Null: the reader asked for help, and got it. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      only: { type: 'string', default: KNOWN_NAMES.join(',') },
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '256' },
      growth: { type: 'boolean', default: true },
      'growth-charges': { type: 'string', default: '1000000' },
      overload: { type: 'boolean', default: false },
      disk: { type: 'boolean', default: false },
      processes: { type: 'boolean', default: false },
      lists: { type: 'boolean', default: false },
      scale: { type: 'string', default: '0' },
      cluster: { type: 'boolean', default: false },
      markdown: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return null;
  }
  const scaleCharges = readWhole('--scale', values.scale, 0, 100_000_000);
  const isOther = values.overload || values.disk || values.lists || values.processes || scaleCharges > 0;
  const names = isOther ? [] : readNames(values.only);
  return {
    only: SCENARIO_NAMES.filter((name) => names.includes(name)),
    deliveries: names.includes(DELIVERIES),
    seconds: readWhole('--seconds', values.seconds, 1, 600),
    rounds: readWhole('--rounds', values.rounds, 1, 20),
    connections: readWhole('--connections', values.connections, 1, 1_000),
    growth: values.growth && !isOther,
    disk: values.disk,
    processes: values.processes,
    lists: values.lists,
    scaleCharges,
    cluster: values.cluster,
    overload: values.overload,
    growthCharges: readWhole('--growth-charges', values['growth-charges'], 1_000, 10_000_000),
    markdown: values.markdown ?? null,
    profile: values.profile ?? null,
  };
}

function readNames(text: string): string[] {
  const wanted = text.split(',').filter((name) => name !== '');
  const unknown = wanted.find((name) => !KNOWN_NAMES.some((known) => known === name));
  if (unknown) throw new Error(`--only does not know ${unknown}\n${USAGE}`);
  return wanted;
}

function readWhole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Error(`${name} must be a whole number from ${min} to ${max}\n${USAGE}`);
  }
  return value;
}
