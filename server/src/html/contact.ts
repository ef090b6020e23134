import { type Address, addressLine } from '../brazil/address.ts';
import { whatsappUrl } from '../brazil/whatsapp.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { Page } from './page.ts';
import { legalLine, type Seller } from './seller.ts';

/** Who sells, where, and how to reach them: at the foot of every page of a seller. */
export function legalFoot(page: Page, seller: Seller): Html {
  const { email, phone, whatsapp } = seller.contact;
  const ways = [
    email && html`<a href="${mailTo(email)}">${email}</a>`,
    phone && html`<a class="unbroken" href="${callTo(phone)}">${phone}</a>`,
    whatsapp && html`<a href="${`https://wa.me/${whatsapp}`}" rel="noreferrer noopener">WhatsApp</a>`,
  ].filter(Boolean);
  return html`<p class="legal quiet">${legalLine(seller)}${seller.address && html`<br>${addressText(seller.address)}`}
${ways.length > 0 && html`<br>${page.texts.contactFoot}: ${ways.map((way, at) => html`${at > 0 && ' · '}${way}`)}`}</p>`;
}

/** The postal code, which ends it, is not broken at its hyphen. */
function addressText(address: Address): Html {
  const line = addressLine(address);
  const at = line.lastIndexOf(' ') + 1;
  return html`${line.slice(0, at)}<span class="unbroken">${line.slice(at)}</span>`;
}

/** Where nothing can be paid: what to do next, and whom to ask. `path`: what the message to the seller is about. */
export function askSeller(page: Page, seller: Seller, path: string): Html {
  const { texts } = page;
  const { email, phone, whatsapp } = seller.contact;
  const message = texts.contactMessage(page.pagesUrl + path);
  const ways: Part[] = [
    whatsapp && way(whatsappUrl(message, whatsapp), texts.contactWhatsapp, true),
    email && way(mailTo(email, message), texts.contactEmail(email), !whatsapp),
    phone && way(callTo(phone), texts.contactPhone(phone), !whatsapp && !email),
  ];
  const isKnown = ways.some(Boolean);
  return html`<section class="roomy section"><div class="stack"><h3>${texts.contactTitle(seller.legalName)}</h3>
<p>${isKnown ? texts.contactText : texts.contactUnknown}</p></div>
${isKnown && html`<div class="stack no-print">${ways}</div>`}</section>`;
}

/** The first way is the most visible one. */
function way(href: string, label: string, isFirst: boolean): Html {
  return html`<a class="button${!isFirst && ' second'}" href="${href}" rel="noreferrer noopener">${label}</a>`;
}

/** An address may hold signs that would begin a query. */
function mailTo(email: string, message?: string): string {
  const to = email.split('@').map(encodeURIComponent).join('@');
  return message ? `mailto:${to}?body=${encodeURIComponent(message)}` : `mailto:${to}`;
}

function callTo(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
