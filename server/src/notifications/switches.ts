/** What an account is mailed about, and what its payers are. */
export type Switches = {
  boleto_to_payer: boolean;
  /** Charges of other methods: the payer of those is usually on the page already. */
  charge_to_payer: boolean;
  reminders_to_payer: boolean;
  /** Days after the due date; before it: below zero. */
  reminder_days: readonly number[];
  receipt_to_payer: boolean;
  refund_to_payer: boolean;
  payments_to_seller: boolean;
  refunds_to_seller: boolean;
  disputes_to_seller: boolean;
  withdrawals_to_seller: boolean;
};

export const DEFAULT_SWITCHES: Switches = {
  boleto_to_payer: true,
  charge_to_payer: false,
  reminders_to_payer: true,
  reminder_days: [-3, -1, 0, 1, 3, 7],
  receipt_to_payer: true,
  refund_to_payer: true,
  payments_to_seller: true,
  refunds_to_seller: true,
  disputes_to_seller: true,
  withdrawals_to_seller: true,
};

/** The days on which a boleto is looked at: a seller chooses among them. */
export const REMINDER_DAYS = [-10, -7, -5, -3, -2, -1, 0, 1, 2, 3, 5, 7, 10, 15, 30] as const;

export const SWITCH_NAMES = Object.keys(DEFAULT_SWITCHES) as (keyof Switches)[];

/** What is stored is only what differs from the defaults: a new default reaches every account that never chose. */
export function switchesOf(stored: Partial<Switches>): Switches {
  return { ...DEFAULT_SWITCHES, ...stored };
}

export function storedSwitches(switches: Switches): Partial<Switches> {
  const differs = SWITCH_NAMES.filter(
    (name) => JSON.stringify(switches[name]) !== JSON.stringify(DEFAULT_SWITCHES[name]),
  );
  return Object.fromEntries(differs.map((name) => [name, switches[name]]));
}

export function isEverythingOff(switches: Switches): boolean {
  return SWITCH_NAMES.every((name) => name === 'reminder_days' || switches[name] === false);
}
