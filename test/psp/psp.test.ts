import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseBrCode } from '../../server/src/brazil/br-code.ts';
import { addDays, civilDateOf } from '../../server/src/brazil/calendar.ts';
import { createClient, type PspClient, type Reply } from './client.ts';
import { type Psp, startPsp } from './psp.ts';

const DAY_MS = 86_400_000;
const PERIOD = `inicio=${new Date(Date.now() - DAY_MS).toISOString()}&fim=${new Date(Date.now() + DAY_MS).toISOString()}`;

let psp: Psp;
let client: PspClient;
let made = 0;

beforeAll(async () => {
  psp = await startPsp();
  client = createClient(psp);
});
afterAll(async () => {
  await client.close();
  await psp.stop();
});
afterEach(async () => {
  expect((await psp.state()).ownViolations).toEqual([]);
});

function newTxid(): string {
  made += 1;
  return `simulator${String(made).padStart(20, '0')}`;
}

function cob(changes: object = {}): object {
  return { calendario: { expiracao: 3600 }, valor: { original: '37.00' }, chave: psp.pixKey, ...changes };
}

function cobv(valor: object = {}): object {
  const dataDeVencimento = addDays(civilDateOf(new Date()), 10);
  return {
    calendario: { dataDeVencimento },
    devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
    valor: { original: '100.00', ...valor },
    chave: psp.pixKey,
  };
}

async function createdCob(changes?: object): Promise<string> {
  const txid = newTxid();
  expect((await client.call('PUT', `/cob/${txid}`, cob(changes))).status).toBe(201);
  return txid;
}

async function receivedPix(amount?: string): Promise<string> {
  const { endToEndId } = await psp.pay(await createdCob(amount ? { valor: { original: amount } } : {}));
  return endToEndId;
}

function expectProblem(reply: Reply, status: number, kind: string): void {
  const { type, body } = reply;
  expect({ status: reply.status, type, kind: String(body.type).split('/').at(-1) }).toEqual({
    status,
    type: 'application/problem+json',
    kind,
  });
}

describe('the door', () => {
  it('answers nothing without a client certificate, also not for a token', async () => {
    const stranger = createClient(psp, {});
    await expect(stranger.token()).rejects.toThrow();
    stranger.useToken('none');
    await expect(stranger.call('GET', `/cob/${newTxid()}`)).rejects.toThrow();
    await stranger.close();
  });

  it('takes a PFX and a pair of PEM files', async () => {
    const { certFile, keyFile } = psp.client;
    const pem = createClient(psp, { cert: readFileSync(certFile), key: readFileSync(keyFile) });
    expect((await pem.token()).status).toBe(200);
    await pem.close();
  });

  it.each([
    { auth: 'basic', body: 'form' },
    { auth: 'basic', body: 'json' },
    { auth: 'body', body: 'form' },
    { auth: 'body', body: 'json' },
  ] as const)('gives a token asked for by $auth and $body', async (form) => {
    const { status, body } = await client.token(form);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  });

  it('gives no token for a wrong secret', async () => {
    for (const auth of ['basic', 'body'] as const) {
      const { status, body } = await client.token({ auth, secret: 'wrong' });
      expect({ status, body }).toEqual({ status: 401, body: { error: 'invalid_client' } });
    }
  });

  it('takes no call without a token, with a false one, or beyond its scopes', async () => {
    const reader = createClient(psp);
    reader.useToken('false');
    expectProblem(await reader.call('GET', `/cob/${newTxid()}`), 401, 'AcessoNegado');
    reader.useToken(String((await reader.token({ scope: 'cob.read' })).body.access_token));
    expectProblem(await reader.call('GET', `/cob/${newTxid()}`), 404, 'CobNaoEncontrado');
    expectProblem(await reader.call('PUT', `/cob/${newTxid()}`, cob()), 403, 'AcessoNegado');
    await reader.close();
  });

  it('takes a token only from the certificate that it was given to', async () => {
    const { certFile, keyFile } = await psp.rotateClientCertificate({ keepOld: true });
    const other = createClient(psp, { cert: readFileSync(certFile), key: readFileSync(keyFile) });
    other.useToken(String((await client.token()).body.access_token));
    expectProblem(await other.call('GET', `/cob/${newTxid()}`), 401, 'AcessoNegado');
    await other.close();
  });
});

describe('a cob', () => {
  it('is created with a location and a code to copy, and read back', async () => {
    const txid = newTxid();
    const { status, body } = await client.call('PUT', `/cob/${txid}`, cob());
    expect(status).toBe(201);
    expect(body).toMatchObject({ txid, status: 'ATIVA', revisao: 0, valor: { original: '37.00' } });
    expect(parseBrCode(String(body.pixCopiaECola))).toMatchObject({ ok: true, location: body.location });
    expect((await client.call('GET', `/cob/${txid}`)).body).toEqual(body);
  });

  it('has only its location where the PSP gives no code', async () => {
    await psp.behave({ copyPaste: false });
    const { body } = await client.call('PUT', `/cob/${newTxid()}`, cob());
    await psp.behave({ copyPaste: true });
    expect(body).toMatchObject({ location: expect.any(String), loc: { tipoCob: 'cob' } });
    expect(body).not.toHaveProperty('pixCopiaECola');
  });

  it('is the same charge when it is asked for again, and refuses another body', async () => {
    const txid = await createdCob();
    const before = (await client.call('GET', `/cob/${txid}`)).body;
    const again = await client.call('PUT', `/cob/${txid}`, cob());
    expect(again).toMatchObject({ status: 201, body: before });
    const changed = cob({ valor: { original: '38.00' } });
    expectProblem(await client.call('PUT', `/cob/${txid}`, changed), 400, 'CobOperacaoInvalida');
    await psp.pay(txid);
    expectProblem(await client.call('PUT', `/cob/${txid}`, cob()), 400, 'CobOperacaoInvalida');
  });

  it.each([
    ['a zero amount', { valor: { original: '0.00' } }],
    ['an expiry of zero', { calendario: { expiracao: 0 } }],
    ['a key of somebody else', { chave: 'other@example.com' }],
    ['a location that is not there', { loc: { id: 7 } }],
  ])('is refused with %s, and the field is named', async (_what, changes) => {
    const reply = await client.call('PUT', `/cob/${newTxid()}`, cob(changes));
    expectProblem(reply, 400, 'CobOperacaoInvalida');
    expect(reply.body.violacoes).toHaveLength(1);
  });

  it.each(['short', 'a'.repeat(36), `${'a'.repeat(28)}-x`])('is refused under the txid %s', async (txid) => {
    expectProblem(await client.call('PUT', `/cob/${txid}`, cob()), 400, 'CobOperacaoInvalida');
  });

  it('is revised and removed by PATCH, one or the other, while it is ATIVA', async () => {
    const txid = await createdCob();
    const path = `/cob/${txid}`;
    const revised = await client.call('PATCH', path, { valor: { original: '40.00' } });
    expect(revised).toMatchObject({ status: 200, body: { revisao: 1, valor: { original: '40.00' } } });
    expect((await client.call('GET', `${path}?revisao=0`)).body).toMatchObject({
      valor: { original: '37.00' },
    });
    expectProblem(await client.call('GET', `${path}?revisao=9`), 400, 'CobConsultaInvalida');
    const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    const mixed = { ...removal, valor: { original: '41.00' } };
    expectProblem(await client.call('PATCH', path, mixed), 400, 'CobOperacaoInvalida');
    expect(await client.call('PATCH', path, removal)).toMatchObject({ status: 200, body: removal });
    expectProblem(await client.call('PATCH', path, removal), 400, 'CobOperacaoInvalida');
    await expect(psp.pay(txid)).rejects.toThrow('was removed');
  });

  it('is paid once, a second time only on demand, and never after the PSP removed it', async () => {
    const txid = await createdCob();
    const pix = await psp.pay(txid);
    expect(pix.endToEndId).toMatch(/^E12345678\d{12}[a-zA-Z0-9]{11}$/);
    await expect(psp.pay(txid)).rejects.toThrow('is paid already');
    const second = await psp.pay(txid, { again: true, amount: '5.00' });
    const { body } = await client.call('GET', `/cob/${txid}`);
    expect(body).toMatchObject({ status: 'CONCLUIDA', pix: [{ valor: '37.00' }, { valor: '5.00' }] });
    expect((await client.call('GET', `/pix/${second.endToEndId}`)).body).toMatchObject({
      txid,
      valor: '5.00',
    });
    const removed = await createdCob();
    await psp.removeByPsp(removed);
    await expect(psp.pay(removed)).rejects.toThrow('was removed');
  });

  it('stays ATIVA after its expiry, and may be paid late', async () => {
    const txid = await createdCob({ calendario: { expiracao: 1 } });
    const at = new Date(Date.now() + 60_000).toISOString();
    expect((await client.call('GET', `/cob/${txid}`)).body.status).toBe('ATIVA');
    expect(await psp.pay(txid, { at })).toMatchObject({ horario: at });
  });

  it('is listed by period, status and page', async () => {
    await createdCob();
    const { status, body } = await client.call(
      'GET',
      `/cob?${PERIOD}&status=ATIVA&paginacao.itensPorPagina=1`,
    );
    expect(status).toBe(200);
    expect(body.cobs).toHaveLength(1);
    expect(body.cobs).toMatchObject([{ status: 'ATIVA' }]);
    expectProblem(await client.call('GET', '/cob'), 400, 'CobConsultaInvalida');
  });
});

describe('a cobv', () => {
  it('is created, read, revised and removed', async () => {
    const path = `/cobv/${newTxid()}`;
    const { status, body } = await client.call('PUT', path, cobv());
    expect(status).toBe(201);
    expect(body).toMatchObject({ loc: { tipoCob: 'cobv' }, recebedor: { cnpj: '11222333000181' } });
    expect(body).toMatchObject({ calendario: { validadeAposVencimento: 30 } });
    expect((await client.call('GET', path)).body).toEqual(body);
    expect((await client.call('PATCH', path, { valor: { original: '90.00' } })).status).toBe(200);
    const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    expect((await client.call('PATCH', path, removal)).body.status).toBe(removal.status);
    expectProblem(await client.call('GET', `/cobv/${newTxid()}`), 404, 'CobVNaoEncontrada');
  });

  it('is paid with fine and interest when late, and not after its last day', async () => {
    const txid = newTxid();
    const terms = {
      multa: { modalidade: 2, valorPerc: '2.00' },
      juros: { modalidade: 3, valorPerc: '1.00' },
    };
    await client.call('PUT', `/cobv/${txid}`, cobv(terms));
    const tooLate = new Date(Date.now() + 60 * DAY_MS).toISOString();
    await expect(psp.pay(txid, { at: tooLate })).rejects.toThrow('could be paid until');
    const pix = await psp.pay(txid, { at: new Date(Date.now() + 25 * DAY_MS).toISOString() });
    expect(pix).toMatchObject({
      valor: '102.50',
      componentesValor: { multa: { valor: '2.00' }, juros: { valor: '0.50' } },
    });
  });

  it('is refused with a due date in the past or a discount after the due date', async () => {
    const past = { ...cobv(), calendario: { dataDeVencimento: '2020-01-01' } };
    expectProblem(await client.call('PUT', `/cobv/${newTxid()}`, past), 400, 'CobVOperacaoInvalida');
    const descontoDataFixa = [{ data: '2099-01-01', valorPerc: '1.00' }];
    const discounted = cobv({ desconto: { modalidade: 1, descontoDataFixa } });
    expectProblem(await client.call('PUT', `/cobv/${newTxid()}`, discounted), 400, 'CobVOperacaoInvalida');
  });
});

describe('received Pix', () => {
  it('are listed by period, txid, refund and page', async () => {
    const txid = await createdCob();
    const { endToEndId } = await psp.pay(txid);
    const list = async (query: string) => (await client.call('GET', `/pix?${PERIOD}${query}`)).body;
    expect(await list(`&txid=${txid}`)).toMatchObject({ pix: [{ endToEndId }] });
    expect(await list(`&txid=${txid}&devolucaoPresente=true`)).toMatchObject({ pix: [] });
    await psp.med(endToEndId, '1.00');
    expect(await list(`&txid=${txid}&devolucaoPresente=true`)).toMatchObject({ pix: [{ endToEndId }] });
    await psp.pay(null, { withoutCharge: true, amount: '2.00' });
    expect(await list('&txIdPresente=false')).toMatchObject({ pix: [{ valor: '2.00' }] });
    const { parametros, pix } = await list('&paginacao.itensPorPagina=1&paginacao.paginaAtual=1');
    expect(pix).toHaveLength(1);
    expect(parametros).toMatchObject({ paginacao: { paginaAtual: 1, itensPorPagina: 1 } });
    expectProblem(
      await client.call('GET', '/pix?inicio=2026-01-02T00:00:00Z&fim=2026-01-01T00:00:00Z'),
      400,
      'PixConsultaInvalida',
    );
    expectProblem(await client.call('GET', `/pix/E${'0'.repeat(31)}`), 404, 'PixNaoEncontrado');
  });
});

describe('a refund', () => {
  it('is under way until it is finished', async () => {
    const path = `/pix/${await receivedPix()}/devolucao/`;
    const first = await client.call('PUT', `${path}held1`, { valor: '7.00' });
    expect(first).toMatchObject({
      status: 201,
      body: { id: 'held1', status: 'EM_PROCESSAMENTO', valor: '7.00' },
    });
    expect(first.body.rtrId).toMatch(/^D[a-zA-Z0-9]{31}$/);
    await psp.finishRefund('held1', 'NAO_REALIZADO', 'Conta encerrada');
    const failed = { status: 'NAO_REALIZADO', motivo: 'Conta encerrada' };
    expect((await client.call('GET', `${path}held1`)).body).toMatchObject(failed);
    await client.call('PUT', `${path}held2`, { valor: '37.00' });
    await psp.finishRefund('held2', 'DEVOLVIDO');
    const done = { status: 'DEVOLVIDO', horario: { liquidacao: expect.any(String) } };
    expect((await client.call('GET', `${path}held2`)).body).toMatchObject(done);
    expectProblem(await client.call('GET', `${path}held3`), 404, 'PixDevolucaoNaoEncontrada');
  });

  it('never takes an id twice nor more than was paid', async () => {
    const path = `/pix/${await receivedPix('10.00')}/devolucao/`;
    expect((await client.call('PUT', `${path}twice`, { valor: '6.00' })).status).toBe(201);
    expectProblem(await client.call('PUT', `${path}twice`, { valor: '6.00' }), 400, 'PixDevolucaoInvalida');
    expectProblem(await client.call('PUT', `${path}more`, { valor: '4.01' }), 400, 'PixDevolucaoInvalida');
    expect((await client.call('PUT', `${path}rest`, { valor: '4.00' })).status).toBe(201);
  });

  it('is not taken after ninety days', async () => {
    const at = new Date(Date.now() - 89 * DAY_MS).toISOString();
    const path = `/pix/${(await psp.pay(await createdCob(), { at })).endToEndId}/devolucao/`;
    expect((await client.call('PUT', `${path}young`, { valor: '1.00' })).status).toBe(201);
    await psp.moveClock(2 * DAY_MS);
    const late = await client.call('PUT', `${path}old`, { valor: '1.00' });
    await psp.moveClock(0);
    expectProblem(late, 400, 'PixDevolucaoInvalida');
  });

  it('may end at once or after a while', async () => {
    const path = `/pix/${await receivedPix()}/devolucao/`;
    await psp.behave({ refunds: 'at once' });
    expect((await client.call('PUT', `${path}soon`, { valor: '1.00' })).body.status).toBe('DEVOLVIDO');
    await psp.behave({ refunds: { afterMs: 30 } });
    expect((await client.call('PUT', `${path}later`, { valor: '1.00' })).body.status).toBe(
      'EM_PROCESSAMENTO',
    );
    await expect.poll(async () => (await client.call('GET', `${path}later`)).body.status).toBe('DEVOLVIDO');
    await psp.behave({ refunds: 'held' });
  });

  it('may come from the payer’s bank without being asked for', async () => {
    const endToEndId = await receivedPix('10.00');
    const med = await psp.med(endToEndId, '4.00');
    expect(med).toMatchObject({ natureza: 'MED_FRAUDE', status: 'EM_PROCESSAMENTO', valor: '4.00' });
    await psp.finishRefund(med.id, 'DEVOLVIDO');
    const rest = await psp.med(endToEndId, undefined, { natureza: 'MED_OPERACIONAL', status: 'DEVOLVIDO' });
    expect(rest).toMatchObject({ valor: '6.00', status: 'DEVOLVIDO' });
    expect((await client.call('GET', `/pix/${endToEndId}`)).body.devolucoes).toHaveLength(2);
    await expect(psp.med(endToEndId, '0.01')).rejects.toThrow('cannot be taken back');
  });
});

describe('a webhook', () => {
  it('is registered for the own key, read, listed and removed', async () => {
    const path = `/webhook/${psp.pixKey}`;
    expectProblem(await client.call('GET', path), 404, 'WebhookNaoEncontrado');
    const webhookUrl = 'https://receiver.example.com/hooks';
    expect((await client.call('PUT', path, { webhookUrl })).status).toBe(200);
    expect((await client.call('GET', path)).body).toMatchObject({ webhookUrl });
    expect((await client.call('GET', '/webhook')).body).toMatchObject({ webhooks: [{ webhookUrl }] });
    expect((await client.call('DELETE', path)).status).toBe(204);
    expectProblem(await client.call('DELETE', path), 404, 'WebhookNaoEncontrado');
    const foreign = await client.call('PUT', '/webhook/other@example.com', { webhookUrl });
    expectProblem(foreign, 400, 'WebhookOperacaoInvalida');
    const open = await client.call('PUT', path, { webhookUrl: 'http://receiver.example.com' });
    expectProblem(open, 400, 'WebhookOperacaoInvalida');
  });
});
