import { invalidField } from '../../kit/errors.ts';
import type { CsvRow } from './read-csv.ts';

/** The columns of a file, by the names that sellers give them, without accents, spaces and case. */
const COLUMNS = {
  billing_type: ['billingtype', 'formadepagamento', 'formapagamento', 'forma', 'metodo', 'tipo'],
  value: ['value', 'amount', 'valor', 'valorr', 'valoremreais'],
  description: ['description', 'descricao'],
  external_reference: [
    ...['externalreference', 'reference', 'referencia', 'codigo', 'codigodereferencia', 'pedido'],
  ],
  due_date: ['duedate', 'vencimento', 'datadevencimento'],
  installments: ['installments', 'parcelas'],
  'customer.name': ['customername', 'customer', 'name', 'cliente', 'nome', 'nomedocliente', 'clientenome'],
  'customer.email': ['customeremail', 'email', 'emaildocliente', 'clienteemail'],
  'customer.cpf_cnpj': [
    ...['customercpfcnpj', 'cpfcnpj', 'cpf', 'cnpj', 'document', 'documento', 'cpfoucnpj', 'clientecpfcnpj'],
  ],
  'customer.phone': ['customerphone', 'phone', 'telefone', 'celular', 'clientetelefone'],
  'customer.address.postal_code': ['customerpostalcode', 'postalcode', 'cep'],
  'customer.address.street': ['customerstreet', 'street', 'rua', 'logradouro', 'endereco'],
  'customer.address.number': ['customernumber', 'streetnumber', 'numero'],
  'customer.address.complement': ['customercomplement', 'complement', 'complemento'],
  'customer.address.district': ['customerdistrict', 'district', 'bairro'],
  'customer.address.city': ['customercity', 'city', 'cidade', 'municipio'],
  'customer.address.state': ['customerstate', 'state', 'uf', 'estado'],
} as const;
export type Field = keyof typeof COLUMNS;

const REQUIRED: readonly Field[] = ['billing_type', 'value'];

const METHODS: Readonly<Record<string, string>> = {
  pix: 'PIX',
  boleto: 'BOLETO',
  boletobancario: 'BOLETO',
  cartao: 'CREDIT_CARD',
  cartaodecredito: 'CREDIT_CARD',
  creditcard: 'CREDIT_CARD',
  card: 'CREDIT_CARD',
  undefined: 'UNDEFINED',
  clienteescolhe: 'UNDEFINED',
  customerchooses: 'UNDEFINED',
};

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Which field each column has. A name that is not known is refused: what it holds would be lost unseen. */
export function readHeader(row: CsvRow | undefined): Field[] {
  if (!row) throw invalidField('csv', 'is empty');
  const fields = row.cells.map((cell) => {
    const name = plain(cell);
    const found = (Object.keys(COLUMNS) as Field[]).find((field) =>
      (COLUMNS[field] as readonly string[]).includes(name),
    );
    if (!found) throw invalidField('csv', `has an unknown column: ${cell.slice(0, 40) || '(no name)'}`);
    return found;
  });
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice) throw invalidField('csv', `has the column ${twice} twice`);
  const missing = REQUIRED.find((field) => !fields.includes(field));
  if (missing) throw invalidField('csv', `needs a column ${missing}`);
  return fields;
}

/** The request that a row stands for. What cannot be read stays text, which the rules of POST /charges refuse. */
export function bodyOf(fields: readonly Field[], { cells }: CsvRow): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const customer: Record<string, unknown> = {};
  const address: Record<string, unknown> = {};
  fields.forEach((field, index) => {
    const text = cells[index] ?? '';
    if (text === '') return;
    const [first, inner, innermost] = field.split('.') as [string, string?, string?];
    if (innermost) address[innermost] = text;
    else if (inner) customer[inner] = text;
    else body[first] = readCell(field, text);
  });
  if (Object.keys(address).length > 0) customer.address = address;
  return Object.keys(customer).length > 0 ? { ...body, customer } : body;
}

function readCell(field: Field, text: string): unknown {
  if (field === 'billing_type') return METHODS[plain(text)] ?? text;
  if (field === 'value') return readReais(text) ?? text;
  if (field === 'due_date') return readDate(text);
  if (field === 'installments') return /^\d{1,2}x?$/i.test(text) ? Number.parseInt(text, 10) : text;
  return text;
}

/**
 * As Brazilians and programs write amounts: 1.234,56, 1234,56, 1,234.56 and 1234.56. Null: none of them. No group of
 * thousands begins with zero: 0.500 is half a real somewhere, and five hundred nowhere.
 */
export function readReais(text: string): number | null {
  const written = text.replace(/^R\$/i, '').replace(/[\s\u00a0]/g, '');
  if (/^[1-9]\d{0,2}(\.\d{3})+(,\d{1,2})?$/.test(written))
    return Number(written.replaceAll('.', '').replace(',', '.'));
  if (/^[1-9]\d{0,2}(,\d{3})+\.\d{1,2}$/.test(written)) return Number(written.replaceAll(',', ''));
  return /^\d+([.,]\d{1,2})?$/.test(written) ? Number(written.replace(',', '.')) : null;
}

/** 31/12/2026 and 2026-12-31; anything else stays as it is, to be refused. */
function readDate(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}
