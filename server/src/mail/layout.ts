import { type Html, html } from '../kit/html.ts';
import type { Lang } from '../kit/language.ts';
import type { Content, Letterhead } from './content.ts';

const TEXTS = {
  pt: {
    tag: 'pt-BR',
    automatic: 'Mensagem automática: não responda a este e-mail.',
    orCopy: 'Se o botão não funcionar, copie este endereço no navegador:',
    test: 'Ambiente de teste: nenhum dinheiro de verdade.',
    by: 'Pagamento processado por Guichê.',
  },
  en: {
    tag: 'en',
    automatic: 'This message was sent automatically: please do not reply.',
    orCopy: 'If the button does not work, copy this address into your browser:',
    test: 'Test environment: no real money.',
    by: 'Payment processed by Guichê.',
  },
} as const;

/** Besides the content: in whose name, and whether money is real. */
export type Paper = { lang: Lang; seller: Letterhead | null; isTest: boolean };

const NAME = 'Guichê';
const FONT = `font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`;
const MONO = `font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Courier New',monospace`;
const QUIET = 'margin:0 0 8px;font-size:13px;line-height:20px;color:#59626c;overflow-wrap:anywhere';
const OURS = { accent: '#1d4ed8', ink: '#ffffff', dark_accent: '#8fb1ff', dark_ink: '#0b1220' } as const;

type Look = Pick<Letterhead, 'accent' | 'ink' | 'dark_accent' | 'dark_ink'>;

/** Colours stand in the facts as we wrote them; anything else would be markup of its own. */
const COLOR = /^#[0-9a-f]{6}$/;

function lookOf(seller: Letterhead | null): Look {
  if (!seller) return OURS;
  const { accent, ink, dark_accent, dark_ink } = seller;
  return [accent, ink, dark_accent, dark_ink].every((color) => COLOR.test(color)) ? seller : OURS;
}

/** For readers without HTML, and for those who prefer none. */
export function asText(content: Content, { lang, seller, isTest }: Paper): string {
  const { heading, amount, paragraphs, facts = [], code, button, notes = [], footer, footerLink } = content;
  const texts = TEXTS[lang];
  const blocks = [
    ...(isTest ? [`[${texts.test}]`] : []),
    heading,
    ...(amount ? [amount] : []),
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(code ? [`${code.label}:\n${code.text}`] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes,
    `--\n${seller ? `${seller.name}\n${seller.legal}\n${texts.by}` : NAME}\n${(footer ?? [texts.automatic]).join('\n')}`,
    ...(footerLink ? [`${footerLink.label}: ${footerLink.url}`] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/**
 * Tables and inline styles, because mail programs know little else. The one style sheet is for dark screens: programs that
 * drop it show the light mail, which stays readable when they turn its colours round. Nothing is loaded from anywhere but the
 * seller's logo, from us.
 */
export function asHtml(content: Content, { lang, seller, isTest }: Paper): string {
  const { subject, heading, amount, paragraphs, facts = [], code, button, notes = [] } = content;
  const texts = TEXTS[lang];
  const look = lookOf(seller);
  return html`<!doctype html>
<html lang="${texts.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${darkStyles(look)}
</head>
<body class="ground" style="margin:0;padding:0;background:#f6f7f8">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f7f8">
<tr><td align="center" style="padding:24px 16px">
<table role="presentation" class="text" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;${FONT};color:#16191d">
${isTest && html`<tr><td class="note" style="padding:8px 16px;background:#fff7e0;color:#6b4700;border-radius:8px;font-size:13px;line-height:20px">${texts.test}</td></tr><tr><td style="height:16px;line-height:16px">&nbsp;</td></tr>`}
<tr><td style="padding:0 0 16px">${seller ? sellerHead(seller, look) : html`<span style="font-size:18px;line-height:24px;font-weight:700">${NAME}</span>`}</td></tr>
<tr><td class="surface" style="background:#ffffff;border:1px solid #d9dde1;border-radius:16px;padding:32px 24px">
<h1 style="margin:0 0 8px;font-size:22px;line-height:32px;overflow-wrap:anywhere">${heading}</h1>
${
  amount &&
  html`<p style="margin:0 0 16px;font-size:32px;line-height:40px;font-weight:700;letter-spacing:-0.5px">${amount}</p>
`
}${paragraphs.map(
  (text) => html`<p style="margin:0 0 16px;font-size:16px;line-height:24px;overflow-wrap:anywhere">${text}</p>
`,
)}${facts.length > 0 && factsTable(facts)}${code && codeBox(code)}${button && buttonOf(button, texts.orCopy, look)}${notes.map(
  (text) => html`<p class="quiet" style="${QUIET}">${text}</p>
`,
)}</td></tr>
<tr><td style="padding:16px 0 0">${footerOf(content, texts, seller, look)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.toString();
}

/** Nothing of what others typed stands in it: colours are checked. */
function darkStyles({ dark_accent: accent, dark_ink: ink }: Look): Html {
  return html`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#101214!important}
.surface{background:#181b1f!important;border-color:#343a41!important}
.text{color:#eceff2!important}
.quiet{color:#a3adb8!important}
.line{border-color:#343a41!important}
.code{background:#101214!important;border-color:#343a41!important;color:#eceff2!important}
.note{background:#2b2410!important;color:#f3d58a!important}
.accent{background:${accent}!important;color:${ink}!important}
.on-accent{color:${ink}!important}
.link{color:${accent}!important}
}
</style>`;
}

/** A mail program that loads no pictures leaves the logo out: the name beside it says the same. */
function sellerHead({ name, monogram, logo }: Letterhead, { accent, ink }: Look): Html {
  const mark = logo
    ? html`<td style="height:40px;background:#ffffff;border-radius:8px;padding:4px"><img src="${logo}" alt="" height="40" style="display:block;height:40px;width:auto;max-width:160px;border:0"></td>`
    : html`<td class="accent" width="40" height="40" align="center" style="width:40px;height:40px;background:${accent};color:${ink};border-radius:10px;font-size:16px;line-height:40px;font-weight:700" aria-hidden="true">${monogram}</td>`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0"><tr>
${mark}
<td style="padding:0 0 0 12px;font-size:18px;line-height:24px;font-weight:700;overflow-wrap:anywhere">${name}</td>
</tr></table>`;
}

function factsTable(facts: NonNullable<Content['facts']>): Html {
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;font-size:14px;line-height:24px">
${facts.map(
  ([label, value]) =>
    html`<tr><th scope="row" class="quiet line" align="left" style="padding:8px 16px 8px 0;border-top:1px solid #e8ebee;color:#59626c;font-weight:400;vertical-align:top;white-space:nowrap">${label}</th><td class="line" style="padding:8px 0;border-top:1px solid #e8ebee;overflow-wrap:anywhere;word-break:break-word">${value}</td></tr>
`,
)}</table>
`;
}

function codeBox({ label, text }: NonNullable<Content['code']>): Html {
  return html`<p class="quiet" style="margin:0 0 8px;font-size:14px;line-height:24px;color:#59626c">${label}</p>
<p class="code" style="margin:0 0 24px;padding:12px 16px;background:#f6f7f8;border:1px solid #d9dde1;border-radius:10px;${MONO};font-size:14px;line-height:24px;overflow-wrap:anywhere;color:#16191d">${text}</p>
`;
}

function buttonOf(
  { label, url }: NonNullable<Content['button']>,
  orCopy: string,
  { accent, ink }: Look,
): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td class="accent" style="background:${accent};border-radius:10px"><a href="${url}" target="_blank" class="on-accent" style="display:inline-block;padding:12px 24px;font-size:16px;line-height:24px;font-weight:600;color:${ink};text-decoration:none">${label}</a></td></tr></table>
<p class="quiet" style="${QUIET}">${orCopy}<br><a href="${url}" target="_blank" class="link" style="color:${accent}">${url}</a></p>
`;
}

function footerOf(
  { footer, footerLink }: Content,
  texts: (typeof TEXTS)[Lang],
  seller: Letterhead | null,
  { accent }: Look,
): Html {
  const lines = [...(seller ? [seller.legal, texts.by] : []), ...(footer ?? [texts.automatic])];
  return html`${lines.map(
    (line) => html`<p class="quiet" style="${QUIET}">${line}</p>
`,
  )}${
    footerLink &&
    html`<p class="quiet" style="${QUIET}"><a href="${footerLink.url}" target="_blank" class="link" style="color:${accent}">${footerLink.label}</a></p>`
  }`;
}
