import { maskPixKey } from '../brazil/pix-key.ts';
import { GatewayError } from '../kit/errors.ts';
import { maskedDocument, maskedMailAddress, maskedPhone } from '../kit/masked-contact.ts';
import { maskedText } from '../kit/masked-text.ts';
import { HIDDEN, withoutCredentials } from '../kit/without-credentials.ts';
import type { App } from './app-type.ts';

/**
 * What an operator who looks at a seller's dashboard gets (decision 0056): every answer passes here, whichever route made
 * it, so that none can forget to mask. What is not JSON does not leave.
 */
export function maskViewAnswers(app: App): void {
  app.addHook('onSend', async ({ principal }, reply, payload) => {
    if (!principal?.view || payload === null || payload === undefined || payload === '') return payload;
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (!isJson || typeof payload !== 'string') throw new GatewayError('VIEW_ONLY');
    return JSON.stringify(maskedValue(JSON.parse(payload)));
  });
}

type Mask = (text: string) => string | null;

const nothing = () => null;
const asItIs: Mask = (text) => text;
/** A setting of the same name, such as whether a link asks for a telephone, is no contact. */
const ifDigits =
  (mask: Mask): Mask =>
  (text) =>
    /\d/.test(text) ? mask(text) : text;

/** By the name of a field, or its last words. */
const TEXTS: readonly (readonly [RegExp, Mask])[] = [
  [
    /(?:^|_)email$|^repl(?:y|ies)_to$/,
    (text) => (text.includes('@') ? maskedMailAddress(text) : maskedText(text)),
  ],
  [
    /(?:^|_)(?:cpf_cnpj|cpf|cnpj|document)$/,
    ifDigits((text) => maskedDocument(text.replace(/[^0-9A-Za-z]/g, ''))),
  ],
  [/(?:^|_)(?:phone|whatsapp)$/, ifDigits(maskedPhone)],
  [/(?:^|_)pix_key$/, maskPixKey],
  // What a payer wrote, and what a seller's server answered, which may repeat it.
  [/^answer$/, () => HIDDEN],
  // They open or name the payer's page, or show the payer to any bank.
  [/^(?:checkout_url|payment_url|pdf_url|copy_paste|qr_code|barcode|digitable_line)$/, nothing],
  // Made by the gateway or a provider, and useless in parts.
  [/^(?:next_cursor|txid|our_number|end_to_end_id|payment_reference)$/, asItIs],
];

const HIDDEN_OBJECTS = ['metadata', 'address'];

export function maskedValue(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return maskedField(field, value);
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, field));
  if (typeof value !== 'object' || value === null) return value;
  if (HIDDEN_OBJECTS.includes(field)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, maskedValue(part, name)]));
}

function maskedField(field: string, text: string): string | null {
  const named = TEXTS.find(([name]) => name.test(field))?.[1];
  return named ? named(text) : maskedJson(text);
}

/** A message to a seller's server is JSON in a text: its fields have names too. */
function maskedJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return maskedWords(text);
  try {
    return JSON.stringify(maskedValue(JSON.parse(text)));
  } catch {
    return maskedWords(text);
  }
}

const URL_IN_TEXT = /https?:\/\/[^\s"'<>\\]+/gi;

function maskedWords(text: string): string {
  return maskedText(withoutCredentials(text)).replace(URL_IN_TEXT, shortUrl);
}

/** Of an address only its host: behind it may be a token. A payment link is meant for everyone. */
function shortUrl(written: string): string {
  if (!URL.canParse(written)) return HIDDEN;
  const { origin, pathname, search } = new URL(written);
  const isLink = search === '' && /^\/l\/[\w-]+$/.test(pathname);
  if (isLink || written === origin) return written;
  return `${origin}/${HIDDEN}`;
}
