import type { RefusalReason } from '../providers/card.ts';
import { refusals, testRefusals } from './texts-portuguese-refusals.ts';

export type MethodName = 'PIX' | 'CREDIT_CARD' | 'BOLETO';

/** `each`: the minimum of one installment, while the amount is not known yet. */
export type OfferedInstallments = { max: number; each?: string; interestByPayer: boolean };

const methods: Record<MethodName, string> = {
  PIX: 'Pix',
  CREDIT_CARD: 'Cartão de crédito',
  BOLETO: 'Boleto',
};

const methodHints: Record<MethodName, (installments: OfferedInstallments) => string> = {
  PIX: () => 'Cai na hora',
  CREDIT_CARD: ({ max, each, interestByPayer }) => {
    if (max === 1) return 'À vista';
    return `Em até ${max}x${interestByPayer ? '' : ' sem juros'}${each ? `, com parcelas de pelo menos ${each}` : ''}`;
  },
  BOLETO: () => 'Confirma em 1 a 3 dias úteis',
};

/** The first language; every other language must have the same keys. */
export const portuguese = {
  languageTag: 'pt-BR',
  otherLanguage: 'English',
  errorPrefix: 'Erro',
  processedBy: 'Pagamento processado por Guichê',
  sandbox: 'Ambiente de testes',
  sandboxMeaning: 'Nenhum dinheiro de verdade se move aqui.',
  sandboxPayByApi: 'Para pagar esta cobrança no ambiente de testes, use a API com a chave do vendedor:',
  brasiliaTime: 'horário de Brasília',
  optional: 'opcional',
  offline: 'Você está sem internet. A página continua assim que a conexão voltar.',
  unreachable: 'A página de pagamento não está respondendo agora. Ela continua sozinha assim que voltar.',
  notSent:
    'A página de pagamento não respondeu. Nada foi enviado e nada foi cobrado. Tente de novo em instantes.',
  notAnswered:
    'A página de pagamento não respondeu. Se você já pagou, não pague de novo. Tente outra vez em instantes.',
  copied: 'Copiado',

  payTo: (seller: string) => `Pagamento para ${seller}`,
  pay: (amount: string) => `Pagar ${amount}`,
  payNow: 'Pagar',
  previewOf: (seller: string) => `Pagamento seguro para ${seller}`,
  backToPayment: 'Voltar ao pagamento',
  methods,
  methodHints,

  pixTitle: 'Pague com Pix',
  pixSteps: [
    'Abra o aplicativo do seu banco e escolha pagar com Pix.',
    'Cole o código que você copiou, ou aponte a câmera para o QR.',
    'Confira o valor e confirme. Esta página avisa sozinha quando o pagamento chegar.',
  ],
  pixDiscount: (rate: string, due: string | null) =>
    due ? `${rate} de desconto no Pix: ${due}` : `${rate} de desconto no Pix`,
  pixScan: 'Aponte a câmera do celular para o código',
  pixQr: 'QR Code do Pix',
  pixCode: 'Pix copia e cola',
  pixCodeHint: 'Toque no código, selecione tudo e copie.',
  copyPix: 'Copiar código Pix',
  timeLeft: 'Expira em {time}',
  validUntil: (when: string) => `Vale até ${when}`,
  alreadyPaid: 'Já paguei',
  alreadyPaidHint: 'A confirmação costuma levar alguns segundos.',
  notReceivedYet:
    'O pagamento ainda não chegou. Se você já pagou, não pague de novo: ele aparece aqui sozinho assim que chegar.',
  newCodeSoon:
    'O código anterior não pode mais ser pago. Um novo código está sendo gerado e aparece aqui em instantes.',
  payWithPix: 'Pagar com Pix',

  cardTitle: 'Pague com cartão',
  cardNumber: 'Número do cartão',
  cardHolder: 'Nome impresso no cartão',
  cardDocument: 'CPF ou CNPJ do titular',
  cardExpiry: 'Validade',
  cardExpiryHint: 'MM/AA',
  cardCvv: 'Código (CVV)',
  cardCvvHint: '3 ou 4 dígitos',
  installments: 'Parcelas',
  installmentsFixed: (parts: string) => `Parcelado em ${parts}`,
  inFull: (amount: string) => `À vista, ${amount}`,
  inParts: (count: number, part: string, hasInterest: boolean) =>
    `${count}x de ${part} ${hasInterest ? 'com' : 'sem'} juros`,
  interestOf: (amount: string) => `${amount} de juros`,
  inTotal: (amount: string) => `Total de ${amount}`,
  firstPart: (amount: string) => `a primeira de ${amount}`,
  times: (count: number, hasInterest: boolean) =>
    count === 1 ? 'À vista' : `${count}x ${hasInterest ? 'com' : 'sem'} juros`,
  keepCard: (seller: string) => `Guardar este cartão para as minhas próximas compras em ${seller}`,
  cardToAcquirer: 'Pagamento seguro: os dados do cartão vão direto para a empresa que processa o pagamento.',
  cardEntryFailed:
    'Não conseguimos enviar o cartão agora. Nada foi cobrado: tente de novo ou escolha outra forma de pagamento.',
  cardEntryRefused:
    'A empresa que processa o pagamento não aceitou os dados do cartão. Nada foi cobrado: confira e tente de novo.',
  cardWithoutScript:
    'Para pagar com cartão, ative o JavaScript do navegador: os dados do cartão vão direto para a empresa que processa o pagamento.',
  cardSafe: 'Pagamento seguro: não guardamos os dados do seu cartão.',
  cardErrors: {
    number: 'Informe o número do cartão: Visa, Mastercard, Elo, American Express, Hipercard ou Diners.',
    holder: 'Informe o nome como está no cartão.',
    holder_document: 'Informe o CPF ou CNPJ do titular.',
    expiry: 'Informe o mês e o ano de um cartão não vencido.',
    cvv: 'São 3 dígitos no verso, ou 4 na frente do Amex.',
    installments: 'Escolha outro número de parcelas: cada uma deve ter pelo menos R$\u00a05,00.',
  },
  paying: 'Pagando…',
  sending: 'Um momento…',
  tryAgain: 'Tentar de novo',
  waitTitle: 'Espere um pouco antes de tentar de novo',
  waitText: (minutes: number, isOnlyMethod: boolean) =>
    `Houve muitas tentativas recusadas neste aparelho. Nada foi cobrado. Tente de novo em ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}${isOnlyMethod ? '' : ', pague de outra forma'} ou fale com o vendedor.`,
  cardHeld:
    'Este cartão foi recusado muitas vezes e não pode ser tentado agora. Nada foi cobrado. Use outro cartão ou outra forma de pagamento.',
  workAsked: (seconds: number) =>
    `Antes de tentar, seu navegador precisa fazer uma verificação rápida. Nada foi cobrado. Preencha de novo e envie; sem JavaScript, espere ${seconds === 1 ? '1 segundo' : `${seconds} segundos`} antes de enviar.`,
  workWithoutScript:
    'Sem JavaScript, uma nova tentativa só é aceita algum tempo depois da última recusa nesta rede. Se não passar, a página diz quanto falta.',
  working: 'Verificando…',
  typeCardAgain: 'Por segurança, escreva de novo o número e o código do cartão.',
  formExpired: 'Esta página ficou aberta por muito tempo. Preencha de novo, nada foi cobrado.',
  testCards: 'Cartões de teste',
  testCardsHint: 'Qualquer nome, qualquer validade futura, qualquer código com o número certo de dígitos.',
  testCardNumber: 'Número',
  testCardResult: 'Resultado',
  testResults: {
    approve: 'Aprovado',
    refuse: (reason: RefusalReason) => `Recusado: ${testRefusals[reason]}`,
    unknown: { approve: 'Sem resposta, depois aprovado', refuse: 'Sem resposta, depois recusado' },
    challenge: {
      approve: 'Pede confirmação no banco e aprova',
      refuse: 'Pede confirmação no banco e recusa',
    },
  },
  refusedTitle: 'Pagamento não aprovado',
  refusals,

  challengeTitle: 'Confirme com seu banco',
  challengeText: (card: string) =>
    `O banco do cartão ${card} quer confirmar que é você. Esta é uma simulação.`,
  cardForGood:
    'O banco não aceita este cartão para esta compra. Use outro cartão ou outra forma de pagamento.',
  challengeAtBank: (card: string) =>
    `O banco do cartão ${card} quer confirmar que é você. Depois de confirmar, você volta para cá e vê o resultado.`,
  challengeGo: 'Confirmar no banco',
  challengeAnswered: 'Já confirmei no banco',
  challengeConfirm: 'Confirmar a compra',
  challengeCancel: 'Cancelar',
  confirmingTitle: 'Confirmando o pagamento',
  confirmingText:
    'O banco ainda não respondeu. Não pague de novo: esta página se atualiza sozinha e mostra o resultado.',
  authorisedTitle: 'Pagamento autorizado',
  authorisedText: (seller: string, until: string) =>
    `O valor está reservado no seu cartão e ainda não foi cobrado. ${seller} confirma ou libera até ${until}. Você não precisa fazer mais nada nem pagar de novo.`,
  reload: 'Atualizar agora',

  chooseTitle: 'Forma de pagamento',
  make: { PIX: 'Gerar código Pix', BOLETO: 'Gerar boleto' },
  makeHints: {
    PIX: 'O QR Code e o código para copiar aparecem em seguida. Pague no aplicativo do seu banco.',
    BOLETO: 'O boleto aparece em seguida. Pague em qualquer banco, lotérica ou aplicativo.',
  },
  chooseErrors: {
    method: 'Escolha uma forma de pagamento.',
    unavailable: 'Esta forma de pagamento não respondeu. Nada foi cobrado: tente de novo daqui a pouco.',
  },
  payerTitle: 'Seus dados',
  payerName: 'Nome completo',
  payerEmail: 'E-mail',
  payerPhone: 'Telefone com DDD',
  payerDocument: 'CPF ou CNPJ',
  documentLetters: 'Usar letras',
  payerDocumentHint: 'O banco exige o documento de quem paga o boleto.',
  noCardNumberHere: 'Este campo não é para o número do cartão.',
  payerErrors: {
    name: 'Informe o nome completo.',
    email: 'Confira o e-mail.',
    document: 'Confira o CPF ou CNPJ.',
    phone: 'Informe o telefone com DDD, por exemplo (11) 98765-4321.',
  },
  addressTitle: 'Endereço',
  addressFields: {
    postal_code: 'CEP',
    street: 'Rua ou avenida',
    number: 'Número',
    complement: 'Complemento',
    district: 'Bairro',
    city: 'Cidade',
    state: 'Estado',
  },
  addressErrors: {
    postal_code: 'Informe o CEP com 8 números, por exemplo 01310-100.',
    street: 'Informe a rua ou avenida.',
    number: 'Informe o número, ou s/n se não houver.',
    complement: 'Confira o complemento.',
    district: 'Informe o bairro.',
    city: 'Informe a cidade.',
    state: 'Escolha o estado.',
  },
  chooseState: 'Escolha o estado',

  boletoTitle: 'Pague com boleto',
  boleto: 'Boleto',
  boletoFrom: (seller: string) => `Boleto de ${seller}`,
  boletoLine: 'Linha digitável',
  copyLine: 'Copiar linha digitável',
  boletoLineHint: 'Toque no número, selecione tudo, copie e cole no aplicativo do seu banco.',
  boletoBarcode: 'Código de barras do boleto',
  boletoDue: 'Vencimento',
  boletoDueOn: (when: string) => `Vence em ${when}`,
  boletoRegisteringTitle: 'Registrando o boleto no banco…',
  boletoRegistering: 'Leva alguns instantes. O código de barras aparece aqui assim que o banco confirmar.',
  boletoRefusedTitle: 'O banco não aceitou o boleto',
  boletoRefused: (reason: string) => `Motivo do banco: ${reason}. Escolha outra forma de pagamento.`,
  boletoEndedByBank: (reason: string) => `Motivo do banco: ${reason}. Fale com o vendedor.`,
  refundFrom: (seller: string) => `Devolução de ${seller}`,
  refundTitle: (amount: string) => `Receba ${amount} de volta`,
  refundAsks: (seller: string) => `${seller} devolve um boleto que você pagou, por Pix para uma chave sua.`,
  refundKey: 'Sua chave Pix',
  refundKeyHint:
    'CPF ou CNPJ, e-mail, celular com +55 ou chave aleatória. A conta precisa ser da pessoa que está no boleto.',
  refundKeyWrong: 'Confira a chave: CPF ou CNPJ, e-mail, celular com +55 e DDD, ou chave aleatória.',
  refundSend: 'Receber por Pix',
  refundSendingTitle: 'Enviando o Pix…',
  refundSending: 'Você não precisa fazer mais nada. O dinheiro costuma chegar em instantes.',
  refundSendingByHand: 'Você não precisa fazer mais nada. O dinheiro costuma chegar em até um dia útil.',
  refundDoneTitle: 'Dinheiro devolvido',
  refundDone: (amount: string) => `${amount} foram enviados por Pix para a sua chave.`,
  refundFailedTitle: 'O banco não aceitou essa chave',
  refundFailed: 'Use uma chave de uma conta da pessoa que está no boleto.',
  refundExpiredTitle: 'O prazo terminou',
  refundExpired: 'Nenhuma chave Pix foi informada a tempo, e o valor voltou para o vendedor. Fale com ele.',
  boletoOpen: 'Ver boleto',
  boletoPdf: 'Baixar PDF',
  boletoPixTitle: 'Ou pague este boleto com Pix',
  boletoPixHint: 'Cai na hora e vale como pagamento do boleto.',
  boletoPixToday: (amount: string, until: string) =>
    `Este código é de ${amount}, o valor de hoje, e vale até ${until}. Depois disso, atualize a página.`,
  boletoPixEnded: 'O valor mudou: atualize a página para receber o código novo.',
  boletoPixPrinted: (amount: string, last: string) =>
    `Código de ${amount}: só até ${last}. Depois, abra o boleto de novo.`,
  boletoBeneficiary: 'Beneficiário',
  boletoPayer: 'Pagador',
  boletoOurNumber: 'Nosso número',
  boletoValue: 'Valor do documento',
  boletoToday: 'Valor para pagamento hoje',
  boletoInstructions: 'Instruções',
  boletoFine: (rate: string, amount: string) => `Após o vencimento, multa de ${rate} (${amount}).`,
  boletoInterest: (rate: string, amount: string) =>
    `Após o vencimento, juros de ${rate} ao mês (${amount} a cada 30 dias).`,
  boletoDiscount: (amount: string, when: string) => `Desconto de ${amount} para pagamento até ${when}.`,
  boletoAnyBank: 'Pagável em qualquer banco, lotérica ou aplicativo.',
  boletoClearing: 'O pagamento é confirmado em 1 a 3 dias úteis.',
  boletoClearingWithPix: 'No boleto, a confirmação leva de 1 a 3 dias úteis; no Pix, alguns segundos.',
  boletoWriteOff: (when: string) => `Não receber após ${when}.`,
  boletoPayableUntil: (when: string) => `Pode ser pago até ${when}.`,
  boletoPayerCopy: 'Recibo do pagador',
  boletoPayerAuthentication: 'Autenticação mecânica – Recibo do Pagador',
  boletoCut: 'Corte na linha pontilhada',
  boletoBranch: 'Agência/Código do beneficiário',
  boletoDocumentNumber: 'Nº do documento',
  boletoIssued: 'Data do documento',
  boletoBank: 'Banco',
  boletoOverdue: (when: string) => `Este boleto venceu em ${when}. Ele ainda pode ser pago.`,

  cancelledTitle: 'Cobrança cancelada',
  cancelledText: 'O vendedor cancelou esta cobrança: ela não pode mais ser paga.',
  expiredTitle: 'Cobrança expirada',
  expiredText: 'O prazo para pagar esta cobrança terminou. Se ainda quiser pagar, peça uma nova ao vendedor.',
  returnedTitle: 'Um pagamento foi devolvido',
  returnedText:
    'Recebemos um pagamento que não pôde ser aceito para esta cobrança. O valor volta para a conta de onde saiu.',
  doNotPay: 'Não pague códigos antigos desta cobrança. Se pagar, o valor será devolvido.',

  receiptTitle: 'Pagamento recebido',
  refundedTitle: 'Pagamento reembolsado',
  partlyRefundedTitle: 'Pagamento parcialmente reembolsado',
  disputedTitle: 'Pagamento contestado',
  disputedText: (amount: string) =>
    `${amount} deste pagamento foram contestados no banco de quem pagou. Esse valor não está com o vendedor.`,
  receiptWhen: 'Data',
  receiptMethod: 'Forma de pagamento',
  receiptSeller: 'Vendedor',
  receiptAbout: 'Descrição',
  receiptCharge: 'Cobrança',
  receiptRefunded: 'Valor reembolsado',
  receiptKept: 'Total pago',
  receiptPaid: 'Valor pago',
  receiptDiscount: 'Desconto',
  receiptPixDiscount: 'Desconto no Pix',
  receiptLateCharges: 'Multa e juros',
  receiptInterest: 'Juros do parcelamento',
  receiptValue: 'Valor da compra',
  receiptPayer: 'Quem pagou',
  receiptPixId: 'ID da transação Pix',
  receiptAuthentication: 'Autenticação',
  refundedText: (amount: string) => `${amount} foram devolvidos a quem pagou.`,
  partlyRefundedText: (refunded: string, paid: string) =>
    `${refunded} dos ${paid} foram devolvidos a quem pagou.`,
  receiptCheck: 'Verifique a autenticidade',
  receiptCheckText:
    'Aponte a câmera para o código: o endereço abaixo mostra este comprovante como ele está agora.',
  receiptQr: 'QR Code com o endereço deste comprovante',
  receiptCard: (brand: string, lastFour: string) => `${brand} final ${lastFour}`,
  print: 'Imprimir',
  share: 'Compartilhar',
  receiptKeep: 'Guarde este endereço ou imprima esta página: ela é o seu comprovante.',
  backToSeller: 'Voltar para a loja',
  returning: 'Voltando para a loja em {time} s.',
  stayHere: 'Ficar nesta página',

  linkValue: 'Quanto você quer pagar?',
  linkValueBetween: (min: string, max: string) => `Informe um valor entre ${min} e ${max}.`,
  linkValueErrors: {
    unclear: 'Informe o valor, por exemplo 25,00.',
    tooManyDecimals: 'Informe o valor com no máximo duas casas decimais, por exemplo 25,50.',
  },
  linkValueTooSmall: 'Este valor é baixo demais para este pagamento.',
  linkValueTooLarge: 'Este valor é alto demais para um boleto.',
  quantity: 'Quantidade',
  quantityBetween: (max: number) => `Informe uma quantidade de 1 a ${max}.`,
  quantityLeft: (left: number) =>
    left === 1 ? 'Só resta 1 unidade em estoque.' : `Só restam ${left} unidades em estoque.`,
  units: (count: number, each: string) => `${count} un. × ${each}`,
  updateTotal: 'Atualizar total',
  totalChanged: (amount: string) =>
    `O total agora é ${amount}. Nada foi cobrado: confira e confirme de novo.`,
  totalTooLarge: 'Este total é alto demais. Escolha uma quantidade menor.',
  total: 'Total',
  haveCoupon: 'Tem um cupom?',
  coupon: 'Código do cupom',
  applyCoupon: 'Aplicar',
  removeCoupon: 'Remover',
  couponLine: (code: string) => `Cupom ${code}`,
  couponErrors: {
    unknown: 'Este cupom não existe ou não vale para esta compra. Confira o código.',
    used_up: 'Este cupom já foi usado o máximo de vezes.',
    split: 'Este cupom não pode ser usado nesta compra.',
    scheduled: (from: string) => `Este cupom só começa a valer em ${from}.`,
    ended: (on: string) => `Este cupom valeu até ${on}.`,
    value: (least: string) => `Este cupom vale para compras a partir de ${least}.`,
  },
  couponGone: (code: string) =>
    `O cupom ${code} já foi usado o máximo de vezes e não está mais disponível. Nada foi cobrado. Para comprar sem ele, abra de novo o link do vendedor.`,
  questionsTitle: 'Perguntas do vendedor',
  chooseAnswer: 'Escolha uma resposta',
  answerErrors: {
    missing: 'Responda esta pergunta.',
    choice: 'Escolha uma das respostas.',
    tooLong: (max: number) => `Responda com até ${max} caracteres.`,
  },
  linkClosedTitle: 'Este link não está disponível',
  linkClosed: {
    inactive: 'O vendedor desativou este link de pagamento.',
    expired: 'O prazo deste link de pagamento terminou.',
    full: 'Este link atingiu o limite de pagamentos.',
    soldOut: 'O produto deste link está esgotado.',
    unavailable: 'Este link não pode receber pagamentos no momento.',
  },
  sellerClosed: {
    title: 'Este pagamento não pode ser feito agora',
    text: 'O vendedor não pode receber pagamentos no momento.',
    paidAlready: 'Se você já pagou, esta página avisa quando o pagamento chegar.',
  },

  homeText: 'Esta é a nossa página de pagamentos. Para pagar, abra o link que você recebeu de nós.',
  notFoundTitle: 'Página não encontrada',
  notFoundText: 'Este endereço não leva a nenhum pagamento.',
  notFoundSteps: [
    'Confira se o link está completo: mensagens longas às vezes o cortam.',
    'Se estiver, peça um novo a quem enviou, na mesma conversa ou e-mail em que você o recebeu.',
    'Já pagou? O comprovante no aplicativo do seu banco prova o pagamento e mostra quem recebeu.',
  ],
  contactTitle: (seller: string) => `Fale com ${seller}`,
  contactText: 'Quem vende pode enviar outra cobrança ou tirar sua dúvida.',
  contactUnknown:
    'Responda à mensagem ou ao e-mail em que você recebeu este link: quem vende pode enviar outra cobrança ou tirar sua dúvida.',
  contactWhatsapp: 'Chamar no WhatsApp',
  contactEmail: (email: string) => `Escrever para ${email}`,
  contactPhone: (phone: string) => `Ligar para ${phone}`,
  contactMessage: (address: string) => `Olá! É sobre este pagamento: ${address}`,
  contactFoot: 'Atendimento',
  badRequestTitle: 'Não foi possível ler o que foi enviado',
  badRequestText: 'Volte à página anterior e tente de novo. Nada foi cobrado.',
  tooManyTitle: 'Muitas tentativas em pouco tempo',
  tooManyText: 'Espere um minuto e tente de novo. Nada foi cobrado.',
  brokenTitle: 'Algo deu errado do nosso lado',
  brokenText: 'Se você acabou de pagar, não pague de novo: abra o link outra vez e veja a situação.',
  reference: (id: string) => `Referência: ${id}`,

  dashboardNeedsScript: 'O painel precisa de JavaScript. A API faz tudo o que ele faz: veja /docs.',
};

export type Texts = typeof portuguese;
