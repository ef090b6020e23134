import { Problem, today } from './bank.ts';

/** The bounds of Cobrança v3 and Banking v2, as their description gives them. */

type Fields = Record<string, unknown>;
type Broken = { razao: string; propriedade: string; valor?: string }[];

const STATES = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ');

/** An amount in the raw body, with two decimals at most. The bank's own client writes it as text. */
function centsIn(raw: string, name: string): number | null {
  const [, whole, fraction = ''] =
    new RegExp(`"${name}"\\s*:\\s*"?(\\d{1,10})(?:\\.(\\d{1,2}))?"?\\s*[,}]`).exec(raw) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, '0'));
}

function check(broken: Broken, propriedade: string, isRight: boolean, razao: string): void {
  if (!isRight) broken.push({ propriedade, razao });
}

const isText = (value: unknown, max: number, min = 1): value is string =>
  typeof value === 'string' && value.length >= min && value.length <= max;
const isOptionalText = (value: unknown, max: number) => value === undefined || isText(value, max, 0);

export function requireCobranca(body: unknown, raw: string) {
  const fields = (body ?? {}) as Fields;
  const broken: Broken = [];
  const amount = centsIn(raw, 'valorNominal');
  check(broken, 'valorNominal', amount !== null, 'deve ser um número com duas casas');
  check(
    broken,
    'valorNominal',
    (amount ?? 0) >= 250 && (amount ?? 0) <= 9_999_999_999,
    'de 2.50 a 99999999.99',
  );
  check(broken, 'seuNumero', isText(fields.seuNumero, 15), 'de 1 a 15 caracteres');
  const isDay = isText(fields.dataVencimento, 10) && /^\d{4}-\d\d-\d\d$/.test(fields.dataVencimento);
  check(broken, 'dataVencimento', isDay && String(fields.dataVencimento) >= today(), 'de hoje em diante');
  const days = fields.numDiasAgenda;
  check(
    broken,
    'numDiasAgenda',
    Number.isInteger(days) && Number(days) >= 0 && Number(days) <= 60,
    'de 0 a 60',
  );
  checkPayer(broken, (fields.pagador ?? {}) as Fields);
  checkTerm(broken, fields.multa, 'multa', ['PERCENTUAL', 'VALORFIXO']);
  checkTerm(broken, fields.mora, 'mora', ['TAXAMENSAL', 'VALORDIA']);
  checkTerm(broken, fields.desconto, 'desconto', ['PERCENTUALDATAINFORMADA', 'VALORFIXODATAINFORMADA']);
  for (const [name, line] of Object.entries((fields.mensagem ?? {}) as Fields)) {
    check(broken, `mensagem.${name}`, /^linha[1-5]$/.test(name) && isText(line, 78, 0), 'até 78 caracteres');
  }
  if (broken.length > 0) throw new Problem(400, 'Requisição inválida', 'O corpo não é válido.', broken);
  const { seuNumero, dataVencimento, pagador } = fields as {
    seuNumero: string;
    dataVencimento: string;
    pagador: Fields;
  };
  return { seuNumero, dataVencimento, pagador, amount: amount ?? 0 };
}

function checkPayer(broken: Broken, payer: Fields): void {
  const at = (name: string) => `pagador.${name}`;
  check(broken, at('cpfCnpj'), isText(payer.cpfCnpj, 18, 11), 'de 11 a 18 caracteres');
  check(
    broken,
    at('tipoPessoa'),
    payer.tipoPessoa === (String(payer.cpfCnpj).length === 11 ? 'FISICA' : 'JURIDICA'),
    'não é a do documento',
  );
  check(broken, at('nome'), isText(payer.nome, 100), 'de 1 a 100 caracteres');
  check(broken, at('endereco'), isText(payer.endereco, 100), 'de 1 a 100 caracteres');
  check(broken, at('cidade'), isText(payer.cidade, 60), 'de 1 a 60 caracteres');
  check(broken, at('uf'), STATES.includes(String(payer.uf)), 'não é um estado');
  check(broken, at('cep'), /^\d{8}$/.test(String(payer.cep)), '8 dígitos');
  for (const [name, max] of [
    ['bairro', 60],
    ['numero', 10],
    ['complemento', 30],
    ['email', 50],
    ['ddd', 2],
    ['telefone', 9],
  ] as const) {
    check(broken, at(name), isOptionalText(payer[name], max), `até ${max} caracteres`);
  }
}

function checkTerm(broken: Broken, term: unknown, name: string, codes: readonly string[]): void {
  if (term === undefined) return;
  const { codigo, taxa, valor, quantidadeDias } = term as Fields;
  check(broken, `${name}.codigo`, codes.includes(String(codigo)), `um de ${codes.join(', ')}`);
  const isValue = String(codigo).startsWith('VALOR');
  check(broken, name, typeof (isValue ? valor : taxa) === 'number', `pede ${isValue ? 'valor' : 'taxa'}`);
  if (name === 'desconto')
    check(broken, `${name}.quantidadeDias`, Number.isInteger(quantidadeDias), 'um inteiro');
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KEY = /^(\d{11}|\d{14}|\+55\d{11}|[^@\s]+@[^@\s]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function requirePix(body: unknown, raw: string, idempotency: string) {
  const fields = (body ?? {}) as Fields;
  const broken: Broken = [];
  const amount = centsIn(raw, 'valor');
  check(broken, 'valor', amount !== null && amount > 0, 'deve ser um número com duas casas');
  check(broken, 'x-id-idempotente', idempotency === '' || UUID.test(idempotency), 'deve ser um UUID');
  check(broken, 'descricao', isOptionalText(fields.descricao, 140), 'até 140 caracteres');
  const receiver = (fields.destinatario ?? {}) as Fields;
  check(broken, 'destinatario.tipo', receiver.tipo === 'CHAVE', 'CHAVE');
  check(broken, 'destinatario.chave', KEY.test(String(receiver.chave)), 'não é uma chave Pix');
  if (broken.length > 0) throw new Problem(400, 'Requisição inválida', 'O corpo não é válido.', broken);
  return { amount: amount ?? 0, chave: String(receiver.chave), descricao: String(fields.descricao ?? '') };
}
