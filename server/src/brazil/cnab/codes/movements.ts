/** What a movement of a return means for a title. `information` changes nothing here. */
export type ReturnEvent =
  | 'registered'
  | 'registration_refused'
  | 'paid'
  | 'paid_unregistered'
  | 'written_off'
  | 'due_date_changed'
  | 'changed'
  | 'instruction_refused'
  | 'fee'
  | 'protest'
  | 'information'
  | 'unknown';

/** Which list of FEBRABAN's field C047 the codes behind the movement are from. */
export type ReasonList = 'rejection' | 'fee' | 'settlement';

export type MovementEntry = {
  readonly event: ReturnEvent;
  readonly reasons: ReasonList | null;
  readonly pt: string;
  readonly en: string;
};

function entry(event: ReturnEvent, pt: string, en: string, reasons: ReasonList | null = null): MovementEntry {
  return { event, reasons, pt, en };
}

/** FEBRABAN, field C044: what a bank reports of a title. */
export const MOVEMENTS: Readonly<Record<string, MovementEntry>> = {
  '02': entry('registered', 'Título registrado', 'Title registered', 'rejection'),
  '03': entry('registration_refused', 'Registro recusado', 'Registration refused', 'rejection'),
  '04': entry('information', 'Entrada por troca de carteira', 'Entered by a change of wallet'),
  '05': entry('information', 'Saída por troca de carteira', 'Left by a change of wallet'),
  '06': entry('paid', 'Pago', 'Paid', 'settlement'),
  '07': entry('changed', 'Desconto aceito', 'Discount accepted'),
  '08': entry('changed', 'Desconto cancelado', 'Discount cancelled'),
  '09': entry('written_off', 'Baixado', 'Written off', 'settlement'),
  '11': entry('information', 'Título em aberto', 'Title open'),
  '12': entry('changed', 'Abatimento aceito', 'Rebate accepted'),
  '13': entry('changed', 'Abatimento cancelado', 'Rebate cancelled'),
  '14': entry('due_date_changed', 'Vencimento alterado', 'Due date changed'),
  '15': entry('information', 'Franco de pagamento', 'Free of payment'),
  '17': entry(
    'paid_unregistered',
    'Pago depois da baixa ou sem registro',
    'Paid after write-off or without registration',
    'settlement',
  ),
  '19': entry('protest', 'Pedido de protesto recebido', 'Request to protest received'),
  '20': entry('protest', 'Protesto sustado ou cancelado', 'Protest stopped or cancelled'),
  '23': entry('protest', 'Enviado ao cartório', 'Sent to the registry office'),
  '24': entry('protest', 'Retirado do cartório', 'Taken back from the registry office'),
  '25': entry('written_off', 'Protestado e baixado', 'Protested and written off'),
  '26': entry('instruction_refused', 'Instrução recusada', 'Instruction refused', 'rejection'),
  '27': entry('changed', 'Alteração de dados aceita', 'Change of data accepted'),
  '28': entry('fee', 'Tarifa ou custas', 'Fee or costs', 'fee'),
  '29': entry('information', 'Ocorrência do pagador', 'Notice from the payer'),
  '30': entry('instruction_refused', 'Alteração de dados recusada', 'Change of data refused', 'rejection'),
  '33': entry('information', 'Rateio de crédito alterado', 'Split of the credit changed'),
  '34': entry('information', 'Rateio de crédito cancelado', 'Split of the credit cancelled'),
  '35': entry('information', 'Débito automático desagendado', 'Direct debit unscheduled'),
  '36': entry('information', 'E-mail ou SMS enviado', 'E-mail or SMS sent'),
  '37': entry('information', 'E-mail ou SMS não enviado', 'E-mail or SMS not sent'),
  '38': entry('changed', 'Prazo limite alterado', 'Last day of payment changed'),
  '39': entry('changed', 'Prazo limite dispensado', 'Last day of payment removed'),
  '40': entry('changed', 'Número do título alterado', 'Number of the title changed'),
  '41': entry('changed', 'Número de controle alterado', 'Control number changed'),
  '42': entry('changed', 'Dados do pagador alterados', 'Data of the payer changed'),
  '43': entry('changed', 'Dados do avalista alterados', 'Data of the guarantor changed'),
  '44': entry('information', 'Pago com cheque devolvido', 'Paid with a cheque that was returned'),
  '45': entry('information', 'Pago com cheque compensado', 'Paid with a cheque that was cleared'),
  '46': entry('protest', 'Cancelamento de protesto confirmado', 'Cancellation of protest confirmed'),
  '47': entry('protest', 'Protesto para falência confirmado', 'Protest for bankruptcy confirmed'),
  '48': entry('information', 'Carteira transferida', 'Wallet transferred'),
  '49': entry('information', 'Contrato de cobrança alterado', 'Agreement of collection changed'),
  '50': entry('information', 'Pago com cheque a compensar', 'Paid with a cheque that is being cleared'),
  '51': entry('information', 'Reconhecido pelo pagador no DDA', 'Recognised by the payer in DDA'),
  '52': entry('information', 'Não reconhecido pelo pagador no DDA', 'Not recognised by the payer in DDA'),
  '53': entry('information', 'Recusado no DDA', 'Refused in DDA'),
  '54': entry('information', 'Baixa de título negativado', 'Write-off of a listed title'),
  '55': entry('changed', 'Multa dispensada', 'Fine removed'),
  '56': entry('changed', 'Multa alterada', 'Fine changed'),
  '57': entry('changed', 'Juros alterados', 'Interest changed'),
  '58': entry('changed', 'Desconto alterado', 'Discount changed'),
  '59': entry('information', 'Beneficiário alterado', 'Beneficiary changed'),
  '60': entry('changed', 'Juros dispensados', 'Interest removed'),
  '61': entry('changed', 'Valor do título alterado', 'Amount of the title changed'),
  '63': entry('information', 'Sustado judicialmente', 'Stopped by a court'),
  '64': entry('changed', 'Valor mínimo alterado', 'Lowest amount changed'),
  '65': entry('changed', 'Valor máximo alterado', 'Highest amount changed'),
};

/** A code that neither FEBRABAN nor the profile of the bank explains: shown, never acted on. */
export const UNKNOWN_MOVEMENT: MovementEntry = entry('unknown', 'Movimento desconhecido', 'Unknown movement');
