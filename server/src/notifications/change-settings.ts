import type { Actor } from '../audit/record.ts';
import type { Deps } from '../http/deps.ts';
import { assert } from '../kit/errors.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import { addSettings, lockSettings, presentPosition, type Settings, saveSettings } from './settings.ts';
import { SWITCH_NAMES, type Switches } from './switches.ts';

/** undefined: unchanged; null: cleared. */
export type SettingsChange = {
  switches: { readonly [K in keyof Switches]?: Switches[K] | undefined };
  senderName?: string | null | undefined;
  replyTo?: string | null | undefined;
};

export async function changeSettings(deps: Deps, actor: Actor, change: SettingsChange): Promise<Settings> {
  const { accountId } = actor;
  await addSettings(deps.db, accountId);
  const now = deps.clock.now();
  return deps.writer.commit({
    load: async (tx) => ({
      before: await lockSettings(tx, accountId),
      position: await presentPosition(tx, accountId),
    }),
    decide: ({ before, position }) => {
      assert(before, 'settings that were added are there');
      return decideSettings(before, actor, change, { now, position });
    },
  });
}

/** The audit log gets the old and the new values; a request that changes nothing leaves no entry. */
function decideSettings(
  before: Settings,
  actor: Actor,
  change: SettingsChange,
  { now, position }: { now: Date; position: string },
): Decision<Settings> {
  const after = withChange(before, change);
  const [was, is] = [flat(before), flat(after)];
  const changed = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  if (changed.length === 0) return done(after);
  const details = Object.fromEntries(changed.map((name) => [name, { before: was[name], after: is[name] }]));
  const { accountId } = before;
  const target = { kind: 'account', id: accountId };
  return done(after, {
    rows: [rowWrite(saveSettings, { ...after, at: now, position })],
    audit: [{ actor, accountId, action: 'account.notifications_changed', target, details }],
  });
}

function withChange(before: Settings, { switches, senderName, replyTo }: SettingsChange): Settings {
  const chosen = Object.fromEntries(
    SWITCH_NAMES.map((name) => [name, switches[name] ?? before.switches[name]]),
  ) as Switches;
  return {
    ...before,
    switches: { ...chosen, reminder_days: [...new Set(chosen.reminder_days)].sort((a, b) => a - b) },
    senderName: senderName === undefined ? before.senderName : senderName,
    replyTo: replyTo === undefined ? before.replyTo : replyTo,
  };
}

function flat({ switches, senderName, replyTo }: Settings): Record<string, unknown> {
  return { ...switches, sender_name: senderName, reply_to: replyTo };
}
