import { type Static, Type } from 'typebox';
import { filledText, namedEnum, namedObject } from '../http/fields.ts';
import { type GatewayError, invalidField } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';

const MAX_QUESTIONS = 5;
const MAX_LABEL_LENGTH = 120;
const MAX_OPTIONS = 20;
const MAX_OPTION_LENGTH = 80;
const MAX_QUANTITY = 1_000;

export const ASKED = ['no', 'optional', 'required'] as const;
export type Asked = (typeof ASKED)[number];

/** Without options the payer writes the answer. */
export type Question = { label: string; required: boolean; options: string[] };

/** What a link asks a payer for, beside name and e-mail. */
export type LinkAsks = {
  phone: Asked;
  address: Asked;
  /** 1: the payer does not choose how many. */
  maxQuantity: number;
  questions: Question[];
};

export const NOTHING_ASKED: LinkAsks = { phone: 'no', address: 'no', maxQuantity: 1, questions: [] };

const asked = namedEnum('Asked', ASKED);

export const asksShape = namedObject('LinkAsks', {
  phone: asked,
  address: asked,
  max_quantity: Type.Integer({ description: '1: the payer does not choose a quantity' }),
  questions: Type.Array(
    namedObject('LinkQuestion', {
      label: Type.String(),
      required: Type.Boolean(),
      options: Type.Array(Type.String(), { description: 'Empty: the payer writes the answer' }),
    }),
  ),
});

export const asksBody = namedObject('ChangeLinkAsks', {
  phone: Type.Optional(asked),
  address: Type.Optional(asked),
  max_quantity: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_QUANTITY,
      description: 'How many units one payer may buy; default 1. The value is that of one unit',
    }),
  ),
  questions: Type.Optional(
    Type.Array(
      namedObject('ChangeLinkQuestion', {
        label: filledText(MAX_LABEL_LENGTH),
        required: Type.Optional(Type.Boolean({ description: 'default false' })),
        options: Type.Optional(
          Type.Array(filledText(MAX_OPTION_LENGTH), {
            maxItems: MAX_OPTIONS,
            description: 'Answers to choose from; absent or empty: the payer writes the answer',
          }),
        ),
      }),
      { maxItems: MAX_QUESTIONS, description: "The seller's own questions" },
    ),
  ),
});

/** What is absent is not asked. */
export function readAsks(body: Static<typeof asksBody> | null): LinkAsks {
  const { phone = 'no', address = 'no', max_quantity: maxQuantity = 1, questions = [] } = body ?? {};
  return { phone, address, maxQuantity, questions: questions.map(readQuestion) };
}

function readQuestion(
  { label, required = false, options = [] }: NonNullable<Static<typeof asksBody>['questions']>[number],
  index: number,
  all: readonly { label: string }[],
): Question {
  const field = `asks.questions.${index}`;
  if (all.findIndex((each) => each.label.trim() === label.trim()) < index)
    throw invalidField(`${field}.label`, 'is asked by another question already');
  const distinct = [...new Set(options.map((option) => option.trim()))];
  if (distinct.length !== options.length) throw invalidField(`${field}.options`, 'must differ');
  if (distinct.length === 1) throw invalidField(`${field}.options`, 'must be at least two, or none');
  return { label: label.trim(), required, options: distinct };
}

export function presentAsks({ phone, address, maxQuantity, questions }: LinkAsks) {
  return { phone, address, max_quantity: maxQuantity, questions };
}

/** As it is stored: nothing where nothing is asked. */
export function storedAsks(asks: LinkAsks): LinkAsks | null {
  const { phone, address, maxQuantity, questions } = asks;
  return phone === 'no' && address === 'no' && maxQuantity === 1 && questions.length === 0 ? null : asks;
}

/** A payer who enters the value enters that of everything. */
export function refusedAsks(asks: LinkAsks | null, valueCents: Cents | null): GatewayError | null {
  return valueCents === null && asks && asks.maxQuantity > 1
    ? invalidField('asks.max_quantity', 'needs a value: the payer enters the whole value')
    : null;
}

/** For the log of actions. */
export function asksInWords(asks: LinkAsks | null): string | null {
  if (!asks) return null;
  const { phone, address, maxQuantity, questions } = asks;
  return [
    phone !== 'no' && `phone ${phone}`,
    address !== 'no' && `address ${address}`,
    maxQuantity > 1 && `quantity up to ${maxQuantity}`,
    ...questions.map(({ label }) => label),
  ]
    .filter(Boolean)
    .join(', ');
}
