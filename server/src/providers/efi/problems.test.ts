import { expect, it } from 'vitest';
import { reasonOf, verdictOn } from '../http/verdict.ts';
import { understood } from './problems.ts';

const answered = (status: number, body: unknown) => understood({ kind: 'answered', status, body });

it.each([
  ['a success', 200, { code: 200 }, 'done'],
  ['a refusal that comes as a failure', 500, { code: 3_500_043 }, 'refused'],
  ['a refusal of the registration', 500, { code: 4_600_036 }, 'refused'],
  ['a wrong body', 400, { code: 3_500_034 }, 'refused'],
  ['an id that does not exist', 500, { code: 3_500_010 }, 'absent'],
  ['a code as text', 500, { code: '3500043' }, 'refused'],
  ['a failure of Efí', 500, { code: 3_500_000 }, 'unknown'],
  ['a failure of Efí that comes as a refusal', 400, { code: 4_699_999 }, 'unknown'],
  ['a time-out inside Efí', 500, { code: 4_600_100 }, 'unknown'],
  ['a limit of calls', 500, { code: 3_500_049 }, 'unavailable'],
  ['the limit of a day', 500, { code: 4_600_209 }, 'unavailable'],
  ['a token that is not accepted', 401, { code: 3_500_008 }, 'unavailable'],
  ['no permission', 500, { code: 3_500_001 }, 'unavailable'],
  ['a gateway without a code', 502, '<html>', 'unknown'],
  ['another kind of code', 500, { code: 500 }, 'unknown'],
])('%s', (_, status, body, verdict) => {
  expect(verdictOn(answered(status, body))).toBe(verdict);
});

it('the error of two parts is one text, without the data of persons', () => {
  const error_description = { property: '/customer/cpf', message: 'CPF 529.982.247-25 inválido' };
  const body = { code: 3_500_034, error: 'validation_error', error_description };
  expect(reasonOf(answered(400, body))).toBe('400 validation_error; /customer/cpf: CPF *** inválido');
});

it('what was not answered stays as it is', () => {
  const outcome = { kind: 'unknown', reason: 'no answer in time' } as const;
  expect(understood(outcome)).toBe(outcome);
});
