import { type Cents, cents, decimalText } from '../../kit/money.ts';
import type { DueTerms, Payer, PixRequest } from '../provider.ts';

const MAX_NAME_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 140;

const FINE_IN_PERCENT = 2;
const INTEREST_IN_PERCENT_PER_MONTH = 3;
const DISCOUNT_IN_REAIS_UNTIL_DATE = 1;
const DISCOUNT_IN_PERCENT_UNTIL_DATE = 2;

/** The body of PUT /cob/{txid}: payable for a while from now. */
export function cobBody(request: PixRequest, key: string): Record<string, unknown> {
  const { amountCents, expiresInSeconds, payer } = request;
  return {
    calendario: { expiracao: Math.max(1, Math.floor(expiresInSeconds)) },
    ...debtorOf(payer),
    valor: { original: decimalText(amountCents) },
    chave: key,
    ...messageOf(request.description),
  };
}

/** The body of PUT /cobv/{txid}: payable until some days after a date, the PSP calculates what is due. */
export function cobvBody(request: PixRequest, due: DueTerms, key: string): Record<string, unknown> {
  return {
    calendario: { dataDeVencimento: due.dueDate, validadeAposVencimento: due.payableDaysAfterDue },
    ...debtorOf(request.payer),
    valor: { original: decimalText(request.amountCents), ...termsOf(due) },
    chave: key,
    ...messageOf(request.description),
  };
}

export function refundBody(amountCents: Cents): Record<string, unknown> {
  return { valor: decimalText(amountCents) };
}

export const REMOVAL = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' } as const;

function termsOf({ fineBasisPoints, interestMonthlyBasisPoints, discount }: DueTerms) {
  return {
    ...(fineBasisPoints > 0
      ? { multa: { modalidade: FINE_IN_PERCENT, valorPerc: percentText(fineBasisPoints) } }
      : {}),
    ...(interestMonthlyBasisPoints > 0
      ? {
          juros: {
            modalidade: INTEREST_IN_PERCENT_PER_MONTH,
            valorPerc: percentText(interestMonthlyBasisPoints),
          },
        }
      : {}),
    ...(discount ? { desconto: discountOf(discount) } : {}),
  };
}

function discountOf(discount: NonNullable<DueTerms['discount']>) {
  const [modalidade, valorPerc] =
    'amountCents' in discount
      ? [DISCOUNT_IN_REAIS_UNTIL_DATE, decimalText(discount.amountCents)]
      : [DISCOUNT_IN_PERCENT_UNTIL_DATE, percentText(discount.basisPoints)];
  return { modalidade, descontoDataFixa: [{ data: discount.until, valorPerc }] };
}

/** A basis point is a hundredth of a percent, as a cent is of a real. */
function percentText(basisPoints: number): string {
  return decimalText(cents(BigInt(basisPoints)));
}

/** PSPs refuse a document without a name and a name without a document: then the payer is left out. */
function debtorOf(payer: Payer | null) {
  const nome = shortened(payer?.name ?? '', MAX_NAME_LENGTH);
  const document = payer?.document ?? '';
  if (nome === '') return {};
  if (/^\d{11}$/.test(document)) return { devedor: { cpf: document, nome } };
  return /^[0-9A-Z]{14}$/.test(document) ? { devedor: { cnpj: document, nome } } : {};
}

function messageOf(description: string | null) {
  const solicitacaoPagador = shortened(description ?? '', MAX_MESSAGE_LENGTH);
  return solicitacaoPagador === '' ? {} : { solicitacaoPagador };
}

/** Counted in characters, so that none is cut in half. */
function shortened(text: string, maxLength: number): string {
  const oneLine = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return [...oneLine].slice(0, maxLength).join('').trim();
}
