import { expect, it } from 'vitest';
import { fieldRefusal } from './field-refusals.ts';

it.each([
  ['is required', 'Preencha este campo'],
  ['must NOT have fewer than 8 characters', 'Pelo menos 8 caracteres'],
  ['must have amount OR percent', 'Informe um percentual ou um valor, não os dois'],
  ['has wrong check digits', 'Os dígitos verificadores não conferem'],
  ['says something nobody foresaw', 'Este campo não foi aceito: confira o que digitou'],
])('of a field %j is told in Portuguese', (message, told) => {
  expect(fieldRefusal('pt', message)).toBe(told);
});

it('is the API’s own sentence in English', () => {
  expect(fieldRefusal('en', 'is required')).toBe('Is required');
});
