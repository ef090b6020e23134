import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient, type PspClient } from './client.ts';
import { type Described, descriptionPath, readDescription } from './description.ts';
import { ROUTES } from './operations.ts';
import { type Psp, startPsp } from './psp.ts';

const description = readDescription();
const isHere = description !== null;
const TXID = 'simulator00000000000000000000';

/** Slips of the examples themselves: numbers written as texts, and an absent `calendario` that is required. */
function mended(body: unknown): unknown {
  const numbers = JSON.parse(JSON.stringify(body), (key, value) =>
    key === 'modalidade' ? Number(value) : value,
  );
  return numbers.valor?.retirada ? { calendario: {}, ...numbers } : numbers;
}

describe.skipIf(!isHere)('the official description', () => {
  const withBody: Described[] = ROUTES.filter(({ method }) => method === 'PUT' || method === 'PATCH');

  it.each(withBody)('takes its own examples of $method $template', ({ method, template }) => {
    const examples = description?.examples({ method, template }) ?? [];
    expect(examples.length).toBeGreaterThan(0);
    for (const { name, body } of examples) {
      const path = { txid: TXID, e2eid: `E${'0'.repeat(31)}`, id: 'a1', chave: 'key' };
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => each as keyof typeof path);
      const own = Object.fromEntries(names.map((each) => [each, path[each]]));
      const request = { path: own, query: {}, contentType: 'application/json', body: mended(body) };
      expect({ name, faults: description?.requestFaults({ method, template }, request) }).toEqual({
        name,
        faults: [],
      });
    }
  });
});

describe.skipIf(!isHere)('a request that is not as described', () => {
  let psp: Psp;
  let client: PspClient;
  beforeAll(async () => {
    psp = await startPsp();
    client = createClient(psp);
  });
  afterAll(async () => {
    await client.close();
    await psp.stop();
  });

  const valor = { original: '37.00' };
  const calendario = { expiracao: 3600 };
  const chave = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
  const period = 'inicio=2026-01-01T00:00:00Z&fim=2026-01-02T00:00:00Z';
  const cases: [what: string, method: string, path: string, body: unknown, named: string][] = [
    ['no amount', 'PUT', `/cob/${TXID}`, { calendario, chave }, 'valor'],
    [
      'an amount that is a number',
      'PUT',
      `/cob/${TXID}`,
      { calendario, chave, valor: { original: 37 } },
      'valor.original',
    ],
    [
      'an amount with a comma',
      'PUT',
      `/cob/${TXID}`,
      { calendario, chave, valor: { original: '37,00' } },
      'valor.original',
    ],
    [
      'a payer without a name',
      'PUT',
      `/cob/${TXID}`,
      { calendario, chave, valor, devedor: { cpf: '12345678909' } },
      'devedor.nome',
    ],
    [
      'a CPF with a mask',
      'PUT',
      `/cob/${TXID}`,
      { calendario, chave, valor, devedor: { cpf: '123.456.789-09', nome: 'F' } },
      'devedor.cpf',
    ],
    [
      'a description that is too long',
      'PUT',
      `/cob/${TXID}`,
      { calendario, chave, valor, solicitacaoPagador: 'a'.repeat(141) },
      'solicitacaoPagador',
    ],
    [
      'no due date',
      'PUT',
      `/cobv/${TXID}`,
      { calendario: {}, chave, valor, devedor: { cpf: '12345678909', nome: 'F' } },
      'calendario.dataDeVencimento',
    ],
    [
      'no payer',
      'PUT',
      `/cobv/${TXID}`,
      { calendario: { dataDeVencimento: '2030-01-01' }, chave, valor },
      'devedor',
    ],
    ['a status nobody may set', 'PATCH', `/cob/${TXID}`, { status: 'CONCLUIDA' }, 'status'],
    ['a refund without an amount', 'PUT', `/pix/E${'0'.repeat(31)}/devolucao/a1`, {}, 'valor'],
    [
      'a nature nobody may ask for',
      'PUT',
      `/pix/E${'0'.repeat(31)}/devolucao/a1`,
      { valor: '1.00', natureza: 'MED_FRAUDE' },
      'natureza',
    ],
    ['a refund id with a hyphen', 'PUT', `/pix/E${'0'.repeat(31)}/devolucao/a-1`, { valor: '1.00' }, 'id'],
    ['a webhook without an address', 'PUT', `/webhook/${chave}`, {}, 'webhookUrl'],
    ['no period', 'GET', '/pix', undefined, 'inicio'],
    ['a period that is no instant', 'GET', '/pix?inicio=2026-01-01&fim=2026-01-02', undefined, 'inicio'],
    ['a query nobody knows', 'GET', `/pix?${period}&devolucao=true`, undefined, 'devolucao'],
    [
      'a page size over the limit',
      'GET',
      `/pix?${period}&paginacao.itensPorPagina=1001`,
      undefined,
      'paginacao.itensPorPagina',
    ],
  ];

  it.each(cases)('with %s is answered 400 and kept: %s %s', async (_what, method, path, body, named) => {
    const { status, body: problem } = await client.call(method, path, body);
    expect(status).toBe(400);
    const properties = (problem.violacoes as { propriedade: string }[]).map(({ propriedade }) => propriedade);
    expect(properties).toContain(named);
    const last = (await psp.state()).violations.at(-1);
    expect(last).toMatchObject({
      what: `${method} /api/v2${path.split('?')[0]}`,
      violations: problem.violacoes,
    });
  });

  it('with another content type is one, too', async () => {
    const body = { calendario, chave, valor };
    const reply = await client.call('PUT', `/cob/${TXID}`, body, { 'content-type': 'text/plain' });
    expect(reply).toMatchObject({ status: 400, body: { violacoes: [{ propriedade: 'content-type' }] } });
  });
});

it('is looked for beside the repository, or where the environment says, and missed by nobody', () => {
  vi.stubEnv('GUICHE_APIPIX_DESCRIPTION', undefined);
  expect(descriptionPath()).toMatch(/shared.apipix.openapi\.yaml$/);
  vi.stubEnv('GUICHE_APIPIX_DESCRIPTION', '/nowhere/openapi.yaml');
  expect(descriptionPath()).toBe('/nowhere/openapi.yaml');
  expect(readDescription()).toBeNull();
  vi.unstubAllEnvs();
});
