import { expect, it } from 'vitest';
import { fieldRefusal } from './field-refusals.ts';

it.each([
  ['is required', 'Preencha este campo'],
  ['must NOT have fewer than 8 characters', 'Mínimo de 8 caracteres'],
  ['must be at least two, or none', 'Informe ao menos duas respostas, ou nenhuma'],
  ['must have amount OR percent', 'Informe um percentual ou um valor, com até duas casas decimais'],
  ['must NOT have fewer than 1 characters', 'Preencha este campo'],
  ['has an unknown column: cor', 'Coluna desconhecida: cor. Use os nomes do modelo'],
  ['line 3 has a quote that is never closed', 'Na linha 3, aspas foram abertas e não fechadas'],
  [
    'has more cells than the file has columns: put a value that holds the separator in quotes',
    'Tem mais células que o cabeçalho: coloque entre aspas o valor que contém o separador, como "19,90"',
  ],
  ['is the current password', 'Escolha uma senha diferente da atual'],
  [
    'is easy to guess: use three or four words that do not belong together',
    'Senha fácil de adivinhar: junte três ou quatro palavras sem relação entre si',
  ],
  [
    'must have at least 8 characters, not counting spaces at either end',
    'Mínimo de 8 caracteres, sem contar espaços no início e no fim',
  ],
  [
    'must not be your CPF or CNPJ: use three or four words that do not belong together',
    'A senha não pode ser o seu CPF ou CNPJ: junte três ou quatro palavras',
  ],
  [
    'must not be your e-mail: use three or four words that do not belong together',
    'A senha não pode ser o seu e-mail: junte três ou quatro palavras',
  ],
  [
    'contains your name or e-mail and is easy to guess: use words that have nothing to do with you',
    'Contém seu nome ou e-mail e é fácil de adivinhar: use palavras sem relação com você',
  ],
  [
    'is one character repeated: use three or four words that do not belong together',
    'A senha repete um único caractere: junte três ou quatro palavras sem relação entre si',
  ],
  ['is already registered', 'Já existe uma conta com este e-mail'],
  ['exceeds what is left of the charge', 'Valor maior que o saldo a estornar'],
  ['must not point to a private or reserved address', 'URL inválida: use um endereço público http ou https'],
  [
    'must be an http or https address of at most 2048 characters, without credentials',
    'URL inválida: use um endereço público http ou https',
  ],
  ['recipient xyz does not exist or is not active', 'Não existe conta ativa com este ID'],
  ['recipient xyz is listed twice', 'Cada conta só pode aparecer uma vez'],
  ['recipient_id is required in each split', 'Informe a conta que recebe'],
  ['must be between 0 and 2 with at most two decimals', 'De 0 a 2, com até duas casas decimais'],
  ['inter is not one of efi, sicoob', 'Este gateway não tem esse provedor'],
  ['BOLETO is not offered by this gateway yet', 'Esta forma de pagamento ainda não está disponível'],
  ['has wrong check digits', 'Os dígitos verificadores não conferem'],
  ['is an unknown message', 'Valor inválido: confira este campo'],
])('of a field %j is translated', (message, translated) => {
  expect(fieldRefusal('pt', message)).toBe(translated);
});

it('is the API’s own sentence in English', () => {
  expect(fieldRefusal('en', 'is already registered')).toBe('Is already registered');
  expect(fieldRefusal('en', 'is required')).toBe('Fill in this field');
  expect(fieldRefusal('en', 'must NOT have more than 200 characters')).toBe('At most 200 characters');
});
