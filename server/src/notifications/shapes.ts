import { Type } from 'typebox';
import {
  emailText,
  exactObject,
  filledText,
  namedEnum,
  namedObject,
  nullable,
  optionalBody,
} from '../http/fields.ts';
import type { Letterhead } from '../mail/content.ts';
import { MAIL_KINDS } from '../mail/kinds.ts';
import type { Settings } from './settings.ts';
import { REMINDER_DAYS } from './switches.ts';

const ABOUT = {
  boleto_to_payer: 'A boleto, to its payer, when it is issued',
  charge_to_payer: 'Any other new charge, to its payer; not those of a payment link',
  reminders_to_payer: 'An unpaid boleto, to its payer, on reminder_days',
  receipt_to_payer: 'The receipt of a payment, to its payer',
  refund_to_payer: 'A refund, to its payer',
  payments_to_seller: 'Each payment, to you; beyond ten in an hour, one mail for the others of that hour',
  refunds_to_seller: 'Each refund, to you',
  disputes_to_seller: 'A dispute that is opened or decided, to you',
  withdrawals_to_seller: 'A withdrawal that is requested, paid or rejected, to you',
} as const;

type SwitchName = keyof typeof ABOUT;
const NAMES = Object.keys(ABOUT) as SwitchName[];

const switches = Object.fromEntries(
  NAMES.map((name) => [name, Type.Boolean({ description: ABOUT[name] })]),
) as Record<SwitchName, ReturnType<typeof Type.Boolean>>;

const optionalSwitches = Object.fromEntries(
  NAMES.map((name) => [name, Type.Optional(Type.Boolean({ description: ABOUT[name] }))]),
) as Record<SwitchName, ReturnType<typeof optionalBoolean>>;

function optionalBoolean() {
  return Type.Optional(Type.Boolean());
}

const MAX_SENDER_NAME_LENGTH = 60;

const reminderDays = Type.Array(Type.Integer(), {
  maxItems: REMINDER_DAYS.length,
  description: `Days after the due date, before it below zero: any of ${REMINDER_DAYS.join(', ')}`,
});

export const settingsShape = namedObject('NotificationSettings', {
  object: Type.Literal('notification_settings'),
  ...switches,
  reminder_days: reminderDays,
  sender_name: nullable(
    Type.String({ description: 'Name in the sender; null: the name of your payment pages' }),
  ),
  reply_to: nullable(
    Type.String({ description: 'Where payers’ answers go; null: the address of your account' }),
  ),
  sent_as: Type.String({ description: 'The sender as payers see it' }),
  replies_to: Type.String({ description: 'Where payers’ answers go now' }),
});

export const changeSettingsBody = exactObject('ChangeNotificationSettings', {
  ...optionalSwitches,
  reminder_days: Type.Optional(reminderDays),
  sender_name: Type.Optional(nullable(filledText(MAX_SENDER_NAME_LENGTH))),
  reply_to: Type.Optional(nullable(emailText)),
});

export function presentSettings({ switches: chosen, senderName, replyTo }: Settings, letterhead: Letterhead) {
  return {
    object: 'notification_settings' as const,
    ...chosen,
    reminder_days: [...chosen.reminder_days],
    sender_name: senderName,
    reply_to: replyTo,
    sent_as: `${letterhead.name} via Guichê`,
    replies_to: letterhead.reply_to ?? '',
  };
}

export const sendMailBody = optionalBody(
  exactObject('SendChargeMail', {
    email: Type.Optional(nullable(emailText)),
  }),
);

export const sentMailShape = namedObject('ChargeMailResult', {
  success: Type.Boolean(),
  kind: namedEnum('MailKind', MAIL_KINDS),
  to: Type.String({ description: 'Masked: the first letter and the domain' }),
  message: Type.String(),
});
