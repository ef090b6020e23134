import type { Address } from '../../server/src/brazil/address.ts';
import { cents } from '../../server/src/kit/money.ts';
import type { BoletoName, BoletoRequest } from '../../server/src/providers/boleto.ts';

export const PAYER_ADDRESS: Address = {
  postal_code: '30110000',
  street: 'Avenida Brasil',
  number: '1200',
  complement: 'apto 3',
  district: 'Centro',
  city: 'Belo Horizonte',
  state: 'MG',
};

let boletos = 0;

/** A boleto with a number of its own, due in a year that no test reaches. */
export function boletoRequest(reference: string, changes: Partial<BoletoRequest> = {}): BoletoRequest {
  boletos += 1;
  return {
    reference,
    ourNumber: String(boletos).padStart(8, '0'),
    amountCents: cents(15_000n),
    merchantName: 'Loja',
    description: null,
    payer: {
      ...{ name: 'Ana Souza', document: '52998224725', email: 'ana@example.com', phone: '31987654321' },
      address: PAYER_ADDRESS,
    },
    terms: {
      ...{ dueDate: '2035-01-10', payableDaysAfterDue: 30 },
      ...{ fineBasisPoints: 200, interestMonthlyBasisPoints: 100, discount: null },
    },
    createdAt: new Date(),
    ...changes,
  };
}

export function nameOf(request: BoletoRequest, bankReference: string | null = null): BoletoName {
  const { reference, ourNumber, createdAt } = request;
  return { reference, ourNumber, createdAt, bankReference, dueDate: request.terms.dueDate };
}
