import { notOk, verdictOn } from '../http/verdict.ts';
import type { Answer } from '../provider.ts';
import { calling, type Psp } from './charges.ts';
import { readWebhookUrl } from './translate.ts';

/** One address for each PIX key; registering another replaces it. */
export async function registerWebhook(psp: Psp, url: string): Promise<Answer<unknown>> {
  const { key } = psp.config;
  const outcome = await calling(psp)({
    operation: 'registerWebhook',
    method: 'PUT',
    resource: 'webhook',
    path: [key],
    body: { webhookUrl: url },
  });
  return verdictOn(outcome) === 'done' ? { ok: true } : notOk(outcome, [key]);
}

export async function webhookUrl(psp: Psp): Promise<Answer<{ url: string | null }>> {
  const { key } = psp.config;
  const outcome = await calling(psp)({
    operation: 'webhookUrl',
    method: 'GET',
    resource: 'webhook',
    path: [key],
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'absent') return { ok: true, url: null };
  if (verdict !== 'done' || outcome.kind !== 'answered') return notOk(outcome, [key]);
  return { ok: true, url: readWebhookUrl(outcome.body) };
}
