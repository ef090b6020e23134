import type { Deps } from '../http/deps.ts';
import { type Html, html, type Part } from './html.ts';
import { layout } from './layout.ts';
import type { Page } from './page.ts';

const NEXT_LINE = '\\\n  ';
const JSON_BODY = `${NEXT_LINE}-H 'Content-Type: application/json' ${NEXT_LINE}-d `;
const AS_SELLER = `${NEXT_LINE}-H "Authorization: Bearer $TOKEN"`;

export function landingPage(page: Page, { publicUrl }: Deps): Html {
  const { texts } = page;
  const steps = texts.landingSteps;
  return layout(page, {
    title: texts.landingTitle,
    footer: '',
    wide: true,
    body: html`<div class="card">
<header class="stack"><h1>${texts.landingTitle}</h1><p>${texts.landingLead}</p></header>
<p>${texts.landingText}</p>
<ol class="steps roomy">
${step(steps.register, registerCall(publicUrl))}
${step(steps.charge, chargeCall(publicUrl))}
${page.sandbox && step(steps.pay, `curl -X POST ${publicUrl}/api/v1/sandbox/charges/$CHARGE/pay ${AS_SELLER}`)}
${step(steps.balance, `curl ${publicUrl}/api/v1/balance ${AS_SELLER}`)}
</ol>
<a class="button" href="/docs">${texts.landingDocs}</a>
<p class="quiet"><a href="/openapi.json">${texts.landingOpenApi}</a></p>
</div>`,
  });
}

function step(text: string, call: string): Part {
  return html`<li><div class="stack"><p>${text}</p><pre>${call}</pre></div></li>`;
}

function registerCall(publicUrl: string): string {
  const seller = `{"name":"Minha Loja","email":"loja@example.com","password":"uma senha longa","document":"11144477735"}`;
  return `TOKEN=$(curl -s ${publicUrl}/api/v1/auth/register ${JSON_BODY}'${seller}' ${NEXT_LINE}| sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`;
}

function chargeCall(publicUrl: string): string {
  const charge = `{"billing_type":"PIX","value":100.00,"description":"Pedido 1"}`;
  return `CHARGE=$(curl -s ${publicUrl}/api/v1/charges ${AS_SELLER} ${JSON_BODY}'${charge}' ${NEXT_LINE}| tee /dev/stderr | sed 's/{"id":"\\([^"]*\\)".*/\\1/')`;
}
