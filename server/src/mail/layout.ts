import { html } from '../kit/html.ts';
import type { Lang } from '../kit/language.ts';
import type { Content } from './content.ts';

const TEXTS = {
  pt: {
    tag: 'pt-BR',
    automatic: 'Mensagem automática: não responda a este e-mail.',
    orCopy: 'Se o botão não funcionar, copie este endereço no navegador:',
  },
  en: {
    tag: 'en',
    automatic: 'This message was sent automatically: please do not reply.',
    orCopy: 'If the button does not work, copy this address into your browser:',
  },
} as const;

const NAME = 'Guichê';
const FONT = `font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`;
const QUIET = 'margin:0 0 8px;font-size:13px;line-height:20px;color:#59626c;overflow-wrap:anywhere';

/** For readers without HTML, and for those who prefer none. */
export function asText({ heading, paragraphs, facts = [], button, notes = [] }: Content, lang: Lang): string {
  const blocks = [
    heading,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes,
    `--\n${NAME}\n${TEXTS[lang].automatic}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Tables and inline styles, because mail programs know little else. Nothing is loaded from anywhere. */
export function asHtml(content: Content, lang: Lang): string {
  const { subject, heading, paragraphs, facts = [], button, notes = [] } = content;
  const texts = TEXTS[lang];
  return html`<!doctype html>
<html lang="${texts.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="margin:0;padding:0;background:#f6f7f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f7f8">
<tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;${FONT};color:#16191d">
<tr><td style="padding:0 0 16px;font-size:18px;line-height:24px;font-weight:700">${NAME}</td></tr>
<tr><td style="background:#ffffff;border:1px solid #d9dde1;border-radius:16px;padding:32px 24px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:30px">${heading}</h1>
${paragraphs.map(
  (text) => html`<p style="margin:0 0 16px;font-size:16px;line-height:24px;overflow-wrap:anywhere">${text}</p>
`,
)}${facts.length > 0 && factsTable(facts)}${button && buttonOf(button, texts.orCopy)}${notes.map(
  (text) => html`<p style="${QUIET}">${text}</p>
`,
)}</td></tr>
<tr><td style="padding:16px 0 0;font-size:13px;line-height:20px;color:#59626c">${texts.automatic}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.toString();
}

function factsTable(facts: NonNullable<Content['facts']>) {
  return html`<table cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:14px;line-height:22px">
${facts.map(
  ([label, value]) =>
    html`<tr><th scope="row" align="left" style="padding:2px 16px 2px 0;color:#59626c;font-weight:400;vertical-align:top">${label}</th><td style="padding:2px 0;overflow-wrap:anywhere">${value}</td></tr>
`,
)}</table>
`;
}

function buttonOf({ label, url }: NonNullable<Content['button']>, orCopy: string) {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="background:#1d4ed8;border-radius:10px"><a href="${url}" target="_blank" style="display:inline-block;padding:12px 24px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a></td></tr></table>
<p style="${QUIET}">${orCopy}<br><a href="${url}" target="_blank" style="color:#1d4ed8">${url}</a></p>
`;
}
