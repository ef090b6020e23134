import type { Bank, Operation } from './bank.ts';
import {
  cancelCharge,
  changeDueDate,
  createCharge,
  detailOf,
  heldCharge,
  listCharges,
  notification,
} from './charges.ts';
import { pixProblem } from './problem.ts';
import { balance, findSent, listSent, sendPix } from './sending.ts';

export type Query = Readonly<Record<string, string>>;
export type Route = {
  operation: Operation;
  method: 'GET' | 'POST' | 'PUT';
  /** Of the PIX host, what the token must be good for. */
  scope?: string;
  status?: number;
  pattern: RegExp;
  act(bank: Bank, path: Query, query: Query, body: unknown): object;
};

export const CHARGE_ROUTES: readonly Route[] = [
  {
    operation: 'charge.create',
    method: 'POST',
    pattern: /^\/v1\/charge\/one-step$/,
    act: (bank, _path, _query, body) => createCharge(bank, body),
  },
  {
    operation: 'charge.list',
    method: 'GET',
    pattern: /^\/v1\/charges$/,
    act: (bank, _path, query) => listCharges(bank, query),
  },
  {
    operation: 'charge.detail',
    method: 'GET',
    pattern: /^\/v1\/charge\/(?<id>\d+)$/,
    act: (bank, { id }) => detailOf(heldCharge(bank, Number(id))),
  },
  {
    operation: 'charge.cancel',
    method: 'PUT',
    pattern: /^\/v1\/charge\/(?<id>\d+)\/cancel$/,
    act: (bank, { id }) => cancelCharge(bank, heldCharge(bank, Number(id))),
  },
  {
    operation: 'charge.billet',
    method: 'PUT',
    pattern: /^\/v1\/charge\/(?<id>\d+)\/billet$/,
    act: (bank, { id }, _query, body) =>
      changeDueDate(bank, heldCharge(bank, Number(id)), body as { expire_at: string }),
  },
  {
    operation: 'notification',
    method: 'GET',
    pattern: /^\/v1\/notification\/(?<token>[^/]+)$/,
    act: (bank, { token = '' }) => notification(bank, token),
  },
];

export const PIX_ROUTES: readonly Route[] = [
  {
    operation: 'pix.send',
    method: 'PUT',
    scope: 'pix.send',
    status: 201,
    pattern: /^\/v3\/gn\/pix\/(?<idEnvio>[^/]+)$/,
    act: (bank, { idEnvio = '' }, _query, body) => sendPix(bank, idEnvio, body),
  },
  {
    operation: 'pix.find',
    method: 'GET',
    scope: 'gn.pix.send.read',
    pattern: /^\/v2\/gn\/pix\/enviados\/id-envio\/(?<idEnvio>[^/]+)$/,
    act: (bank, { idEnvio = '' }) => findSent(bank, idEnvio),
  },
  {
    operation: 'pix.list',
    method: 'GET',
    scope: 'gn.pix.send.read',
    pattern: /^\/v2\/gn\/pix\/enviados$/,
    act: (bank, _path, query) => listSent(bank, query),
  },
  {
    operation: 'balance',
    method: 'GET',
    scope: 'gn.balance.read',
    pattern: /^\/v2\/gn\/saldo$/,
    act: (bank, _path, query) => balance(bank, query),
  },
  {
    operation: 'webhook.put',
    method: 'PUT',
    scope: 'webhook.write',
    status: 201,
    pattern: /^\/v2\/webhook\/(?<chave>[^/]+)$/,
    act: (bank, { chave = '' }, _query, body) => {
      const { webhookUrl } = body as { webhookUrl: string };
      bank.webhooks.set(chave, { webhookUrl, criacao: bank.now().toISOString() });
      return { webhookUrl };
    },
  },
  {
    operation: 'webhook.get',
    method: 'GET',
    scope: 'webhook.read',
    pattern: /^\/v2\/webhook\/(?<chave>[^/]+)$/,
    act: (bank, { chave = '' }) => {
      const webhook = bank.webhooks.get(chave);
      if (!webhook) throw pixProblem(404, 'webhook_nao_encontrado', 'Webhook não encontrado');
      return { ...webhook, chave };
    },
  },
];
