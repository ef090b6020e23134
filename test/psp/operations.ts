import type { Bank } from './bank.ts';
import {
  type ChargeKind,
  complete,
  generated,
  heldCharge,
  patchCharge,
  putCharge,
  type Revision,
} from './charge.ts';
import { COB } from './cob.ts';
import { COBV } from './cobv.ts';
import { pageOf, type Query } from './period.ts';
import { heldPix, listPix } from './pix.ts';
import { heldRefund, type RefundRequest, requestRefund } from './refunds.ts';
import { deleteWebhook, heldWebhook, putWebhook } from './webhooks.ts';
import type { ChargeRequest, Operation } from './wire.ts';

export type Answer = { status: number; body?: unknown };
type Asked = { path: Query; query: Query; body: unknown };

export type Route = {
  operation: Exclude<Operation, 'token'>;
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE';
  /** As the official description writes it. */
  template: string;
  scope: string;
  /** What a request that is not as described is refused with. */
  invalid: string;
  act(bank: Bank, asked: Asked): Answer;
};

export const ROUTES: readonly Route[] = [
  ...chargeRoutes(COB),
  ...chargeRoutes(COBV),
  {
    operation: 'cob.list',
    method: 'GET',
    template: '/cob',
    scope: 'cob.read',
    invalid: COB.badQuery,
    act: (bank, { query }) => ok(listCobs(bank, query)),
  },
  {
    operation: 'pix.get',
    method: 'GET',
    template: '/pix/{e2eid}',
    scope: 'pix.read',
    invalid: 'RequisicaoInvalida',
    act: (bank, { path }) => ok(heldPix(bank, path.e2eid ?? '')),
  },
  {
    operation: 'pix.list',
    method: 'GET',
    template: '/pix',
    scope: 'pix.read',
    invalid: 'PixConsultaInvalida',
    act(bank, { query }) {
      const { parametros, items } = listPix(bank, query);
      return ok({ parametros, pix: items });
    },
  },
  {
    operation: 'devolucao.put',
    method: 'PUT',
    template: '/pix/{e2eid}/devolucao/{id}',
    scope: 'pix.write',
    invalid: 'PixDevolucaoInvalida',
    act(bank, { path, body }) {
      const refund = requestRefund(bank, path.e2eid ?? '', path.id ?? '', body as RefundRequest);
      return { status: bank.settings.createdStatus, body: refund };
    },
  },
  {
    operation: 'devolucao.get',
    method: 'GET',
    template: '/pix/{e2eid}/devolucao/{id}',
    scope: 'pix.read',
    invalid: 'RequisicaoInvalida',
    act: (bank, { path }) => ok(heldRefund(bank, path.e2eid ?? '', path.id ?? '')),
  },
  {
    operation: 'webhook.put',
    method: 'PUT',
    template: '/webhook/{chave}',
    scope: 'webhook.write',
    invalid: 'WebhookOperacaoInvalida',
    act(bank, { path, body }) {
      putWebhook(bank, path.chave ?? '', body as { webhookUrl: string });
      return { status: 200 };
    },
  },
  {
    operation: 'webhook.get',
    method: 'GET',
    template: '/webhook/{chave}',
    scope: 'webhook.read',
    invalid: 'RequisicaoInvalida',
    act: (bank, { path }) => ok(heldWebhook(bank, path.chave ?? '')),
  },
  {
    operation: 'webhook.delete',
    method: 'DELETE',
    template: '/webhook/{chave}',
    scope: 'webhook.write',
    invalid: 'RequisicaoInvalida',
    act(bank, { path }) {
      deleteWebhook(bank, path.chave ?? '');
      return { status: 204 };
    },
  },
  {
    operation: 'webhook.list',
    method: 'GET',
    template: '/webhook',
    scope: 'webhook.read',
    invalid: 'WebhookConsultaInvalida',
    act: (bank) => ok({ webhooks: [...bank.webhooks.values()] }),
  },
];

function chargeRoutes(kind: ChargeKind): Route[] {
  const template = `/${kind.name}/{txid}`;
  return [
    {
      operation: `${kind.name}.put`,
      method: 'PUT',
      template,
      scope: `${kind.name}.write`,
      invalid: kind.invalid,
      act(bank, { path, body }) {
        const charge = putCharge(bank, kind, path.txid ?? '', body as ChargeRequest);
        return { status: bank.settings.createdStatus, body: generated(bank, charge) };
      },
    },
    {
      operation: `${kind.name}.patch`,
      method: 'PATCH',
      template,
      scope: `${kind.name}.write`,
      invalid: kind.invalid,
      act: (bank, { path, body }) =>
        ok(generated(bank, patchCharge(bank, kind, path.txid ?? '', body as Revision))),
    },
    {
      operation: `${kind.name}.get`,
      method: 'GET',
      template,
      scope: `${kind.name}.read`,
      invalid: kind.badQuery,
      act(bank, { path, query }) {
        const revision = query.revisao === undefined ? undefined : Number(query.revisao);
        return ok(complete(bank, kind, heldCharge(bank, kind, path.txid ?? ''), revision));
      },
    },
  ];
}

function listCobs(bank: Bank, query: Query): object {
  const { status, cpf, cnpj } = query;
  const isOf = ({ devedor }: ChargeRequest, name: 'cpf' | 'cnpj', value: string | undefined) =>
    value === undefined || (devedor as Query | undefined)?.[name] === value;
  const cobs = [...bank.charges.values()].filter(
    (charge) =>
      charge.name === 'cob' &&
      (status === undefined || charge.status === status) &&
      isOf(charge.terms, 'cpf', cpf) &&
      isOf(charge.terms, 'cnpj', cnpj),
  );
  const { parametros, items } = pageOf(cobs, query, ({ criacao }) => criacao, COB.badQuery);
  return { parametros, cobs: items.map((charge) => complete(bank, COB, charge)) };
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function findRoute(method: string, path: string): { route: Route; path: Query } | undefined {
  const segments = path.split('/');
  for (const route of ROUTES) {
    const values = route.method === method ? matched(route.template.split('/'), segments) : undefined;
    if (values) return { route, path: values };
  }
  return undefined;
}

function matched(template: readonly string[], segments: readonly string[]): Query | undefined {
  if (template.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, part] of template.entries()) {
    const segment = decodeURIComponent(segments[at] ?? '');
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name !== undefined && segment !== '') values[name] = segment;
    else if (part !== segment) return undefined;
  }
  return values;
}
