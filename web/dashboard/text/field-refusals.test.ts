import { expect, it } from 'vitest';
import { fieldRefusal } from './field-refusals.ts';

it.each([
  ['is required', 'Preencha este campo'],
  ['must NOT have fewer than 8 characters', 'Pelo menos 8 caracteres'],
  ['must have amount OR percent', 'Informe um percentual ou um valor, com no máximo duas casas'],
  ['must NOT have fewer than 1 characters', 'Preencha este campo'],
  ['is the current password', 'Escolha outra senha: esta é a de agora'],
  [
    'is easy to guess: use three or four words that do not belong together',
    'É fácil de adivinhar: junte três ou quatro palavras que não combinam',
  ],
  [
    'must have at least 8 characters, not counting spaces at either end',
    'Pelo menos 8 caracteres, sem contar espaços nas pontas',
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
    'Tem o seu nome ou e-mail e é fácil de adivinhar: use palavras que não têm a ver com você',
  ],
  [
    'is one character repeated: use three or four words that do not belong together',
    'É um caractere só, repetido: junte três ou quatro palavras que não combinam',
  ],
  ['is already registered', 'Já existe uma conta com este e-mail'],
  ['exceeds what is left of the charge', 'É mais do que resta para devolver'],
  [
    'must not point to a private or reserved address',
    'Não é um endereço da internet aceito: use http ou https, público',
  ],
  [
    'must be an http or https address of at most 2048 characters, without credentials',
    'Não é um endereço da internet aceito: use http ou https, público',
  ],
  ['recipient xyz does not exist or is not active', 'Não há uma conta ativa com este id'],
  ['recipient xyz is listed twice', 'Cada conta entra uma vez só'],
  ['recipient_id is required in each split', 'Informe a conta que recebe'],
  ['must be between 0 and 2 with at most two decimals', 'De 0 a 2, com no máximo duas casas decimais'],
  ['inter is not one of efi, sicoob', 'Este gateway não tem esse provedor'],
  ['BOLETO is not offered by this gateway yet', 'Este gateway ainda não oferece este meio'],
  ['has wrong check digits', 'Os dígitos verificadores não conferem'],
  ['is an unknown message', 'Este campo não foi aceito: confira o que digitou'],
])('of a field %j is translated', (message, translated) => {
  expect(fieldRefusal('pt', message)).toBe(translated);
});

it('is the API’s own sentence in English', () => {
  expect(fieldRefusal('en', 'is required')).toBe('Is required');
});
