/** What travels, in the words of API Pix. Amounts are texts with two decimals, instants are RFC 3339. */
export type ChargeStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';

export type ChargeName = 'cob' | 'cobv';
export type Location = { id: number; location: string; tipoCob: ChargeName; criacao: string };
export type Rate = { modalidade: number; valorPerc: string };
export type Discount = {
  modalidade: number;
  valorPerc?: string;
  descontoDataFixa?: { data: string; valorPerc: string }[];
};

export type ChargeValue = {
  original: string;
  modalidadeAlteracao?: number;
  retirada?: object;
  multa?: Rate;
  juros?: Rate;
  abatimento?: Rate;
  desconto?: Discount;
};

/** The body of a PUT: of a cob or of a cobv. */
export type ChargeRequest = {
  calendario: { expiracao?: number; dataDeVencimento?: string; validadeAposVencimento?: number };
  devedor?: object;
  loc?: { id: number };
  valor: ChargeValue;
  chave: string;
  solicitacaoPagador?: string;
  infoAdicionais?: { nome: string; valor: string }[];
};

export type RefundStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
export type RefundNature = 'ORIGINAL' | 'RETIRADA' | 'MED_OPERACIONAL' | 'MED_FRAUDE' | 'MED_PIX_AUTOMATICO';

export type Refund = {
  id: string;
  rtrId: string;
  valor: string;
  natureza: RefundNature;
  descricao?: string;
  horario: { solicitacao: string; liquidacao?: string };
  status: RefundStatus;
  motivo?: string;
};

export type ValueParts = Partial<
  Record<'original' | 'multa' | 'juros' | 'desconto' | 'abatimento', { valor: string }>
>;

export type Pix = {
  endToEndId: string;
  txid?: string;
  valor: string;
  componentesValor: ValueParts;
  chave: string;
  horario: string;
  infoPagador?: string;
  devolucoes?: Refund[];
};

export type Webhook = { webhookUrl: string; cnpj: string; criacao: string };

export type Violation = { razao: string; propriedade: string; valor?: string };

export const OPERATIONS = [
  'token',
  'cob.put',
  'cob.patch',
  'cob.get',
  'cob.list',
  'cobv.put',
  'cobv.patch',
  'cobv.get',
  'pix.get',
  'pix.list',
  'devolucao.put',
  'devolucao.get',
  'webhook.put',
  'webhook.get',
  'webhook.delete',
  'webhook.list',
] as const;
export type Operation = (typeof OPERATIONS)[number];
