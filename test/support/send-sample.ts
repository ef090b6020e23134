import type { Endpoint, World } from './endpoints.ts';

export type Reply = { status: number; text: string; body: Record<string, unknown>; tookMs: number };

/** Sends text as it is: what no JSON library would write must arrive all the same. */
export async function send(
  world: World,
  endpoint: Endpoint,
  payload: string | Buffer,
  contentType: string | null = 'application/json',
): Promise<Reply> {
  const begun = performance.now();
  const answer = await world.gateway.app.inject({
    method: endpoint.method,
    url: endpoint.path(world),
    headers: { ...credentials(world, endpoint), ...(contentType ? { 'content-type': contentType } : {}) },
    payload,
  });
  const tookMs = performance.now() - begun;
  return { status: answer.statusCode, text: answer.body, body: answer.json(), tookMs };
}

function credentials({ seller, operator }: World, { by }: Endpoint): Record<string, string> {
  if (by === 'nobody') return {};
  if (by === 'token') return { authorization: `Bearer ${seller.token}` };
  return by === 'operator' ? { authorization: `Bearer ${operator.token}` } : { 'x-api-key': seller.apiKey };
}
