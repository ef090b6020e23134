import type { Seller, TestGateway } from './gateway.ts';

export type Visit = { status: number; html: string; location: string; headers: Record<string, unknown> };

/** A browser without a screen: asks for pages and sends forms. */
export function visitorOf({ app }: Pick<TestGateway, 'app'>, always: Record<string, string> = {}) {
  async function ask(method: 'GET' | 'POST', url: string, more: object): Promise<Visit> {
    const { statusCode, body, headers } = await app.inject({ method, url, headers: always, ...more });
    const html = body.replaceAll('\u00a0', ' ');
    return { status: statusCode, html, location: String(headers.location ?? ''), headers };
  }
  return {
    get: (path: string) => ask('GET', path, {}),
    post: (path: string, fields: Record<string, string>) =>
      ask('POST', path, {
        payload: new URLSearchParams(fields).toString(),
        headers: { ...always, 'content-type': 'application/x-www-form-urlencoded' },
      }),
  };
}

export type Visitor = ReturnType<typeof visitorOf>;

/** What a hidden field of a page holds. */
export function hiddenValue(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
}

/** What a reader sees of escaped text. */
export function unescaped(html: string): string {
  const entities: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  };
  return html.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity);
}

export async function createdCharge(seller: Seller, body: object) {
  const { status, body: charge, raw } = await seller.call('POST', '/api/v1/charges', body);
  if (status !== 201) throw new Error(`creating a charge answered ${status}: ${raw}`);
  return { ...charge, path: new URL(charge.checkout_url).pathname as string };
}

export const GOOD_CARD = {
  method: 'CREDIT_CARD',
  number: '4111 1111 1111 1111',
  holder: 'ANA SOUZA',
  holder_document: '529.982.247-25',
  expiry: '12/40',
  cvv: '123',
};

/** Opens the charge's page, fills the card form in and sends it. */
export async function payOnPage(
  visitor: Visitor,
  path: string,
  fields: Record<string, string> = {},
): Promise<Visit> {
  const { html } = await visitor.get(path);
  return visitor.post(path, {
    form_id: hiddenValue(html, 'form_id'),
    ...GOOD_CARD,
    ...fields,
  });
}
