import { describe, expect, it } from 'vitest';
import { problemText } from './problem.ts';

const TYPE = 'https://pix.bcb.gov.br/api/v2/error/';

describe("a PSP's no", () => {
  it.each<[string, number, unknown, string]>([
    [
      'by the standard',
      400,
      {
        type: `${TYPE}CobOperacaoInvalida`,
        title: 'Cobrança inválida.',
        status: 400,
        detail: 'A cobrança não respeita o schema.',
        violacoes: [{ razao: 'O campo é obrigatório.', propriedade: 'cob.valor', valor: 'do not show' }],
      },
      '400 CobOperacaoInvalida; Cobrança inválida.; A cobrança não respeita o schema.; cob.valor: O campo é obrigatório.',
    ],
    [
      "in Banco do Brasil's first form",
      422,
      { erros: [{ codigo: '4769515', versao: '1', mensagem: 'Chave não pertence', ocorrencia: 'X' }] },
      '422 ***: Chave não pertence',
    ],
    [
      "in Banco do Brasil's second form",
      401,
      { statusCode: 401, error: 'Unauthorized', message: 'Bad Credentials' },
      '401 Unauthorized; Bad Credentials',
    ],
    [
      "in Efí's form",
      400,
      { nome: 'valor_invalido', mensagem: 'Campo inválido' },
      '400 valor_invalido; Campo inválido',
    ],
    ['in one violation for a list', 400, { violacoes: { razao: 'x', propriedade: 'y' } }, '400 y: x'],
    ['in no form', 503, null, '503'],
    ['in a page for people', 502, '<html>', '502'],
    ['in a list', 400, [1, 2], '400'],
  ])('%s is told', (_, status, body, text) => {
    expect(problemText(status, body, [])).toBe(text);
  });

  it.each([
    ['CPF 529.982.247-25 inválido', []],
    ['CPF 52998224725 inválido', []],
    ['CNPJ 12ABC34501DE35 inválido', []],
    ['CNPJ 12.345.678/0001-95 inválido', []],
    ['chave 7d9f0335-8dcc-4054-9bf9-0dbd61d36906 inválida', []],
    ['chave +5511912345678 inválida', []],
    ['chave fulano@example.com inválida', []],
    ['devedor Maria das Dores inválido', ['Maria das Dores']],
  ])('%s names no person', (detail, hidden) => {
    const shown = problemText(400, { detail }, hidden);
    expect(shown).toMatch(/^400 \w+ \*\*\* inválid[oa]$/);
  });

  it('is cut, and has no line breaks', () => {
    const shown = problemText(400, { detail: `a\nb ${'x '.repeat(500)}` }, []);
    expect(shown.length).toBe(200);
    expect(shown).not.toContain('\n');
  });
});
