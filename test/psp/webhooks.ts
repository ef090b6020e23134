import { type Bank, RECEIVER } from './bank.ts';
import { Problem } from './problem.ts';
import type { Webhook } from './wire.ts';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

export function putWebhook(bank: Bank, chave: string, { webhookUrl }: { webhookUrl: string }): void {
  if (chave !== bank.settings.pixKey)
    throw new Problem(400, 'WebhookOperacaoInvalida', 'A chave não pertence a este usuário recebedor.');
  if (!isAllowed(webhookUrl))
    throw new Problem(400, 'WebhookOperacaoInvalida', 'O campo webhook.webhookUrl não respeita o schema.');
  bank.webhooks.set(chave, { webhookUrl, cnpj: RECEIVER.cnpj, criacao: bank.now().toISOString() });
}

/** A real PSP demands https with mTLS; without it, only this machine itself. */
function isAllowed(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}

export function heldWebhook(bank: Bank, chave: string): Webhook {
  const webhook = bank.webhooks.get(chave);
  if (!webhook) throw new Problem(404, 'WebhookNaoEncontrado', 'Nenhum webhook para esta chave.');
  return webhook;
}

export function deleteWebhook(bank: Bank, chave: string): void {
  heldWebhook(bank, chave);
  bank.webhooks.delete(chave);
}
