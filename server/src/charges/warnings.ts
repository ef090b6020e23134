import { Type } from 'typebox';
import { namedEnum, namedObject } from '../http/fields.ts';
import { type Cents, cents, decimalText } from '../kit/money.ts';

/** What is accepted and yet probably not meant. Absent where there is nothing to say. */
export const warningsShape = Type.Optional(
  Type.Array(
    namedObject('Warning', {
      code: namedEnum('WarningCode', ['FEE_EXCEEDS_VALUE']),
      message: Type.String(),
    }),
    { description: 'What is accepted and yet probably not meant; absent where there is nothing to say' },
  ),
);

/** The specification sets no least value, so that such a charge is taken: the seller pays the difference. */
export function warningsOf(amountCents: Cents, feeCents: Cents) {
  if (feeCents < amountCents) return undefined;
  const [value, fee] = [decimalText(amountCents), decimalText(feeCents)];
  const cost = decimalText(cents(feeCents - amountCents));
  const message =
    feeCents === amountCents
      ? `The fee of ${fee} takes the whole value of ${value}: nothing is left for the account`
      : `The fee of ${fee} exceeds the value of ${value}: each payment costs the account ${cost}`;
  return [{ code: 'FEE_EXCEEDS_VALUE' as const, message }];
}
