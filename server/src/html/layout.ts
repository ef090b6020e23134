import { type Html, html, type Part } from '../kit/html.ts';
import { inColorPath } from './accent.ts';
import { legalFoot } from './contact.ts';
import { PREVIEW } from './mark.ts';
import { address, type Page } from './page.ts';
import { cardScript, script } from './script.ts';
import { monogramOf, type Seller } from './seller.ts';
import { DARK_GROUND, LIGHT_GROUND, OUR_COLOR, stylesheet } from './styles.ts';

export type Layout = {
  title: string;
  body: Part;
  /** What is bought and from whom: above the payment, and at its left on a wide screen. */
  bought?: Bought;
  /** Text under the page. Default: who processes the payment. */
  footer?: string;
  /** The form has errors: the title says so first, for screen readers. */
  hasErrors?: boolean;
  /** Without JavaScript the page reloads after this time. */
  reloadAfterSeconds?: number;
  /** The charge of this page and its state: the script follows its changes. */
  live?: { path: string; state: string };
  wide?: boolean;
  /** The page gives a card to its acquirer, or the payer to the bank. */
  withAcquirer?: boolean;
};

export function layout(
  page: Page,
  { title, body, bought, footer, hasErrors, reloadAfterSeconds, live, wide, withAcquirer }: Layout,
): Html {
  const { texts } = page;
  const { path: source, integrity } = withAcquirer ? cardScript : script;
  const other = page.lang === 'pt' ? 'en' : 'pt';
  const width = bought ? 'beside' : wide ? 'wide' : 'narrow';
  return html`<!doctype html>
<html lang="${texts.languageTag}" data-now="${page.now.toISOString()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${LIGHT_GROUND}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${DARK_GROUND}" media="(prefers-color-scheme: dark)">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
${reloadAfterSeconds && html`<noscript><meta http-equiv="refresh" content="${reloadAfterSeconds}"></noscript>`}
<title>${hasErrors && `${texts.errorPrefix}: `}${title}</title>
<link rel="icon" type="image/svg+xml" href="${inColorPath('icon', page.accent ?? OUR_COLOR)}">
${bought && preview(page, bought)}
<link rel="stylesheet" href="${stylesheet.path}">
${page.accent && html`<link rel="stylesheet" href="${inColorPath('styles', page.accent)}">`}
${!page.isPreview && html`<script type="module" src="${source}" integrity="${integrity}"></script>`}
</head>
<body${page.isPreview && ' inert'}${live && html` data-live="${address(page, `${live.path}/live`)}" data-status="${address(page, `${live.path}/status`)}" data-state="${live.state}"`}>
<header>
<p class="banner" data-offline data-unreachable="${texts.unreachable}"
 data-not-sent="${texts.notSent}" role="status" hidden>${texts.offline}</p>
${page.sandbox && html`<p class="banner"><strong>${texts.sandbox}.</strong> ${texts.sandboxMeaning}</p>`}
</header>
<main class="${width}">${bought ? html`${summary(page, bought)}<div class="payment">${body}</div>` : body}
${bought && legalFoot(page, bought.seller)}</main>
<footer class="${width} quiet">
<span class="safe">${footer ?? texts.processedBy}</span>
<a href="${`${page.path}?lang=${other}`}" hreflang="${other}" lang="${other}">${texts.otherLanguage}</a>
</footer>
</body>
</html>
`;
}

/** The card that messengers show for a link that is passed on. */
function preview(page: Page, { seller, amount, about, picture, heading }: Bought): Html {
  const { texts } = page;
  const what = about.find((text) => text) ?? heading ?? texts.payTo(seller.name);
  const drawn = { path: inColorPath('preview', page.accent ?? OUR_COLOR), ...PREVIEW };
  const image = picture ?? drawn;
  const properties = {
    'og:type': 'website',
    'og:site_name': seller.name,
    'og:title': amount ? `${what} · ${amount}` : what,
    'og:description': heading ?? texts.previewOf(seller.name),
    'og:url': page.pagesUrl + page.path,
    'og:image': page.pagesUrl + image.path,
    'og:image:width': String(image.width),
    'og:image:height': String(image.height),
    'og:locale': texts.languageTag.replace('-', '_'),
  };
  return html`${Object.entries(properties).map(
    ([property, content]) => html`<meta property="${property}" content="${content}">
`,
  )}`;
}

/** A page with one message, of no seller: it has our name. */
export function notice(page: Page, title: string, sentences: readonly string[], next?: Part): Html {
  return layout(page, {
    title,
    body: html`<p class="ours"><img src="${inColorPath('icon', OUR_COLOR)}" alt="" width="32" height="32">Guichê</p>
<div class="card"><div class="stack"><h1>${title}</h1>${sentences.map(
      (sentence) => html`<p>${sentence}</p>`,
    )}</div>${next}</div>`,
  });
}

const LONG_AMOUNT = 'R$ 123.456,78'.length;
const MAX_AMOUNT_LENGTH = 'R$ 123.456.789,01'.length;

/** An amount stays on one line: a longer one gets a smaller font. */
export function amountClass({ length }: string): string {
  if (length >= MAX_AMOUNT_LENGTH) return 'amount longest';
  return length >= LONG_AMOUNT ? 'amount long' : 'amount';
}

export type Picture = { path: string; width: number; height: number };

export type Bought = {
  seller: Seller;
  amount: string | null;
  /** The first is the most telling one. */
  about: readonly (string | null)[];
  /** Of the product. */
  picture?: Picture | null;
  /** Beside the seller's mark. Without it: a payment to the seller. */
  heading?: string;
};

/** A longer text is a description, not a title. */
const MAX_TITLE_LENGTH = 80;

/** Seller, amount and description: first on every payment page. */
function summary(page: Page, { seller, amount, about, picture, heading }: Bought): Html {
  return html`<header class="summary">
<h1><span class="seller">${markOf(seller)}<span>${heading ?? page.texts.payTo(seller.name)}</span></span>${amount && html`<span class="${amountClass(amount)}" data-part="amount">${amount}</span>`}</h1>
${about.map((text, at) => text && html`<p class="about${at === 0 && text.length <= MAX_TITLE_LENGTH && ' what'}">${text}</p>`)}
${picture && html`<img class="bought" src="${picture.path}" alt="" width="${picture.width}" height="${picture.height}">`}
${seller.checkoutMessage && html`<p class="about message" dir="auto">${seller.checkoutMessage}</p>`}
</header>`;
}

/** The logo, or else the first letters. The name stands beside it, so that neither is read out. */
export function markOf({ logo, name }: Seller): Html {
  if (logo) return html`<img class="logo" src="${logo}" alt="">`;
  return html`<span class="monogram" aria-hidden="true">${monogramOf(name)}</span>`;
}

/** A name may be in a right-to-left script; the document after it is not, and is not broken across lines. */
export function withDocument(name: string, shown: string): Html {
  return html`<bdi>${name}</bdi>${shown && html` <span class="unbroken">(${shown})</span>`}`;
}

type Query = Record<string, string>;

export function linkButton(page: Page, path: string, label: string, query?: Query): Html {
  return buttonTo(address(page, path, query), label);
}

/** A link to the payment page. The script shows a message beside it when the gateway does not answer. */
export function askingButton(page: Page, path: string, label: string, query?: Query): Html {
  const { sending, notAnswered } = page.texts;
  const words = html` data-busy="${sending}" data-not-answered="${notAnswered}"`;
  return buttonTo(address(page, path, query), label, words);
}

function buttonTo(href: string, label: string, attributes?: Part): Html {
  return html`<a class="button second no-print" href="${href}"${attributes}>${label}</a>`;
}
