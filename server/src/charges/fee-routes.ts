import { Type } from 'typebox';
import type { AccountFacts } from '../http/account-facts.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { namedEnum, namedObject } from '../http/fields.ts';
import { accountOf } from '../http/principal.ts';
import { percentFromBasisPoints, reaisFromCents } from '../kit/money.ts';
import { BILLING_TYPES } from './charge.ts';
import type { ChargeDeps } from './deps.ts';
import { cardTermsShape, presentCardTerms } from './receivables/shapes.ts';
import { MAX_INSTALLMENTS, surchargeBasisPoints } from './rules/fees.ts';

/** What a payer pays by: an UNDEFINED charge becomes one of these. */
const PAID_BY = BILLING_TYPES.filter((type) => type !== 'UNDEFINED');

const feesShape = namedObject('Fees', {
  object: Type.Literal('fees'),
  methods: Type.Array(
    namedObject('MethodFee', {
      billing_type: namedEnum('PaidBillingType', PAID_BY),
      percent: Type.Number({ description: 'Of what the payer pays' }),
      fixed: Type.Number({ description: 'Reais for each payment' }),
    }),
  ),
  installments: Type.Array(
    namedObject('InstallmentFee', {
      installments: Type.Integer(),
      percent: Type.Number({ description: 'Added to the percentage of the card' }),
    }),
  ),
  reserve_percent: Type.Number({ description: 'Of what the payer pays, less the fee' }),
  reserve_days: Type.Integer({ description: 'Days until the reserve is released' }),
  ...cardTermsShape,
});

function presentFees(plan: AccountFacts) {
  const percent = percentFromBasisPoints(plan.feeBasisPoints);
  const fixed = reaisFromCents(plan.feeFixedCents);
  return {
    object: 'fees' as const,
    methods: PAID_BY.map((billing_type) => ({ billing_type, percent, fixed })),
    installments: Array.from({ length: MAX_INSTALLMENTS }, (_, index) => ({
      installments: index + 1,
      percent: percentFromBasisPoints(surchargeBasisPoints(index + 1)),
    })),
    reserve_percent: percentFromBasisPoints(plan.reserveBasisPoints),
    reserve_days: plan.reserveDays,
    ...presentCardTerms(plan),
  };
}

export function feeRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/account/fees', {
    config: { access: 'key' },
    schema: {
      tags: ['Account'],
      summary: 'Get the fees that new charges will have',
      response: { 200: feesShape, ...errorAnswers },
    },
    handler: async (request) => presentFees(await deps.accountFacts(accountOf(request))),
  });
}
