import type { RefusalReason } from '../providers/card.ts';

export const refusals: Record<RefusalReason, string> = {
  insufficient_funds:
    'O limite disponível neste cartão não foi suficiente. Nada foi cobrado. Tente com outro cartão.',
  invalid_data:
    'O banco não reconheceu os dados do cartão. Nada foi cobrado. Confira os dados e tente de novo.',
  expired_card: 'Este cartão está vencido. Nada foi cobrado. Tente com outro cartão.',
  issuer_refused:
    'O banco do cartão não autorizou. Nada foi cobrado. Tente com outro cartão ou fale com seu banco.',
  suspected_fraud:
    'O banco do cartão não autorizou. Nada foi cobrado. Tente com outro cartão ou fale com seu banco.',
  authentication_failed: 'A confirmação no banco não foi concluída. Nada foi cobrado. Tente de novo.',
  not_processed: 'O banco do cartão não respondeu. Nada foi cobrado. Tente de novo em alguns minutos.',
};

/** Beside the test cards of the sandbox. */
export const testRefusals: Record<RefusalReason, string> = {
  insufficient_funds: 'limite insuficiente',
  invalid_data: 'dados inválidos',
  expired_card: 'cartão vencido',
  issuer_refused: 'pelo banco',
  suspected_fraud: 'suspeita de fraude',
  authentication_failed: 'confirmação falhou',
  not_processed: 'sem resposta do banco',
};
