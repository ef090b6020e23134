import { namedEnum } from '../http/fields.ts';

export const installmentInterest = namedEnum('InstallmentInterest', ['seller', 'payer'], {
  description:
    'Who pays for installments: the seller by the fee, or the payer by a larger total; default seller',
});
