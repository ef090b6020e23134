import { systemMs } from '../../kit/clock.ts';
import { BANK_KINDS, type Bank, type BankKind, type ConfiguredBank } from './bank.ts';
import { banks as allBanks } from './registry.ts';
import { BankSettings, bankSetting, type Environment } from './settings.ts';

export type NamedBank = {
  readonly name: string;
  readonly bank: Bank;
  readonly kinds: readonly BankKind[];
  readonly configured: ConfiguredBank;
};

/** What GUICHE_BOLETO, GUICHE_PAYOUT, GUICHE_CARD and GUICHE_PIX list: `inter`, or `name:bank`. */
export type BankLists = Readonly<Partial<Record<BankKind, readonly string[]>>> & {
  readonly pix: readonly string[];
};

const LISTS: Readonly<Record<BankKind, string>> = {
  boleto: 'GUICHE_BOLETO',
  payout: 'GUICHE_PAYOUT',
  card: 'GUICHE_CARD',
};
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_NAME_LENGTH = 30;

type Instance = { readonly name: string; readonly bank: Bank; readonly kinds: readonly BankKind[] };

/**
 * Reads each bank account of the lists. One that is in both lists is one account with one set of settings. Everything
 * that can be checked without a network is checked here; errors name the wrong setting.
 */
export function readBanks(
  environment: Environment,
  lists: BankLists,
  now: Date = new Date(systemMs()),
  banks: readonly Bank[] = allBanks,
): NamedBank[] {
  const instances = instancesOf(lists, banks);
  refuseSharedVariables(instances);
  refuseUnknown(environment, instances);
  return instances.map((instance) => {
    const { name, bank, kinds } = instance;
    const sharesWithPix = lists.pix.some((entry) => entry === name || entry === `${name}:${bank.name}`);
    const settings = new BankSettings({ name, kinds, sharesWithPix }, environment, now);
    return { name, bank, kinds, configured: bank.read(settings) };
  });
}

function instancesOf(lists: BankLists, banks: readonly Bank[]): Instance[] {
  const found = new Map<string, Instance>();
  for (const kind of BANK_KINDS) {
    const named = new Set<string>();
    for (const entry of lists[kind] ?? []) {
      const { name, bank } = readEntry(entry, kind, banks);
      if (named.has(name)) throw new Error(`${LISTS[kind]} names "${name}" twice.`);
      named.add(name);
      const earlier = found.get(name);
      if (earlier && earlier.bank !== bank) {
        const lists = [...earlier.kinds, kind].map((each) => LISTS[each]);
        throw new Error(`${lists.join(' and ')} give the name "${name}" to two banks.`);
      }
      found.set(name, { name, bank, kinds: [...(earlier?.kinds ?? []), kind] });
    }
  }
  return [...found.values()];
}

function readEntry(entry: string, kind: BankKind, banks: readonly Bank[]): { name: string; bank: Bank } {
  const [name = '', bankName = name, ...rest] = entry.trim().split(':');
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH || rest.length > 0) {
    throw new Error(
      `${LISTS[kind]} names "${entry.trim()}", which must be a bank or name:bank, in small letters, digits and hyphens.`,
    );
  }
  const offering = banks.filter(({ kinds }) => kinds.includes(kind));
  const bank = offering.find((each) => each.name === bankName);
  if (!bank) {
    const known = offering.map((each) => each.name).join(', ');
    throw new Error(`${LISTS[kind]} names the bank "${bankName}", which is unknown; known are ${known}.`);
  }
  return { name, bank };
}

function variablesOf({ name, bank }: Instance): string[] {
  return Object.keys(bank.settings).map((setting) => bankSetting(name, setting));
}

/** Names that differ may still give one variable: `a` with `B_ID`, and `a-b` with `ID`. */
function refuseSharedVariables(instances: readonly Instance[]): void {
  const owners = new Map<string, string>();
  for (const instance of instances) {
    for (const variable of variablesOf(instance)) {
      const other = owners.get(variable);
      if (other) {
        throw new Error(`The banks "${other}" and "${instance.name}" would share ${variable}: rename one.`);
      }
      owners.set(variable, instance.name);
    }
  }
}

function refuseUnknown(environment: Environment, instances: readonly Instance[]): void {
  const known = new Set(instances.flatMap(variablesOf));
  for (const variable of Object.keys(environment)) {
    if (known.has(variable)) continue;
    const owner = instances.find(({ name }) => variable.startsWith(bankSetting(name, '')));
    if (!owner) continue;
    const names = Object.keys(owner.bank.settings).join(', ');
    throw new Error(`${variable} is not a setting of the bank ${owner.bank.name}; it has ${names}.`);
  }
}
