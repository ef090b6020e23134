import * as sdk from 'sdk-node-apis-efi';
import type { Operation } from './bank.ts';

type Schema = { safeParse(value: unknown): { success: boolean; error?: { issues: readonly Issue[] } } };
type Issue = { path: readonly PropertyKey[]; message: string };
type Schemas = { params?: Schema; body?: Schema; answer?: Schema };

/** The schemas that Efí's own SDK exports for what is asked and answered here. */
const SCHEMAS: Record<Operation, Schemas> = {
  authorize: {},
  oauth: {},
  'charge.create': {
    body: sdk.CreateOneStepChargeBodySchema,
    answer: sdk.CreateOneStepChargeResponseSchema,
  },
  'charge.detail': { params: sdk.DetailChargeParamsSchema, answer: sdk.DetailChargeResponseSchema },
  'charge.list': { params: sdk.ListChargesParamsSchema, answer: sdk.ListChargesResponseSchema },
  'charge.cancel': { params: sdk.CancelChargeParamsSchema, answer: sdk.CancelChargeResponseSchema },
  'charge.billet': {
    params: sdk.UpdateBilletParamsSchema,
    body: sdk.UpdateBilletBodySchema,
    answer: sdk.UpdateBilletResponseSchema,
  },
  notification: { params: sdk.GetNotificationParamsSchema, answer: sdk.GetNotificationResponseSchema },
  'pix.send': {
    params: sdk.PixSendParamsSchema,
    body: sdk.PixSendBodySchema,
    answer: sdk.PixSendResponseSchema,
  },
  'pix.find': { params: sdk.PixSendDetailIdParamsSchema, answer: sdk.PixSendDetailIdResponseSchema },
  'pix.list': { params: sdk.PixSendListParamsSchema, answer: sdk.PixSendListResponseSchema },
  balance: { params: sdk.GetAccountBalanceParamsSchema, answer: sdk.GetAccountBalanceResponseSchema },
  'webhook.put': {
    params: sdk.PixConfigWebhookParamsSchema,
    body: sdk.PixConfigWebhookBodySchema,
    answer: sdk.PixConfigWebhookResponseSchema,
  },
  'webhook.get': {
    params: sdk.PixDetailWebhookParamsSchema,
    answer: sdk.PixDetailWebhookResponseSchema,
  },
};

const NUMBERS = ['id', 'limit', 'page', 'value', 'paginacao.paginaAtual', 'paginacao.itensPorPagina'];
const BOOLEANS = ['bloqueios'];

/** What an address says is text: the schemas want what the text means. */
function meant(params: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => {
      if (NUMBERS.includes(name)) return [name, /^\d+$/.test(text) ? Number(text) : text];
      return [name, BOOLEANS.includes(name) ? text === 'true' : text];
    }),
  );
}

export function requestIssues(
  operation: Operation,
  params: Readonly<Record<string, string>>,
  body: unknown,
): string[] {
  const { params: ofParams, body: ofBody } = SCHEMAS[operation];
  return [...(ofParams ? issuesOf(ofParams, meant(params)) : []), ...(ofBody ? issuesOf(ofBody, body) : [])];
}

export function answerIssues(operation: Operation, body: unknown): string[] {
  const { answer } = SCHEMAS[operation];
  return answer ? issuesOf(answer, body) : [];
}

function issuesOf(schema: Schema, value: unknown): string[] {
  const { success, error } = schema.safeParse(value);
  return success ? [] : (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}
