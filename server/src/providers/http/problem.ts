import { asList, asRecord, asText } from './tolerant.ts';

const MAX_REASON_LENGTH = 200;
const MAX_PARTS = 5;

/**
 * A provider's error message, for operators. Supports the standard's problem format, the two of Banco do Brasil and OAuth's.
 * The message may repeat data of the request (names and documents of payers), so `hidden` and everything that looks like
 * a document, a key or an address is removed.
 */
export function problemText(status: number, body: unknown, hidden: readonly string[]): string {
  const problem = asRecord(body);
  const words = [
    asText(problem.type)?.split('/').at(-1),
    asText(problem.title),
    asText(problem.detail),
    asText(problem.nome),
    asText(problem.mensagem),
    asText(problem.error),
    asText(problem.message),
    asText(problem.error_description),
    ...asList(problem.violacoes).slice(0, MAX_PARTS).map(violationText),
    ...asList(problem.erros).slice(0, MAX_PARTS).map(errorText),
  ];
  const said = [...new Set(words.filter((word) => word !== undefined && word !== ''))].join('; ');
  return `${status}${said === '' ? '' : ` ${withoutPersons(said, hidden)}`}`.slice(0, MAX_REASON_LENGTH);
}

/** The `valor` of a violation is data of the request and is left out. */
function violationText(violation: unknown): string {
  const { propriedade, razao } = asRecord(violation);
  return [asText(propriedade), asText(razao)].filter(Boolean).join(': ');
}

function errorText(error: unknown): string {
  const { codigo, mensagem } = asRecord(error);
  return [asText(codigo), asText(mensagem)].filter(Boolean).join(': ');
}

const EMAIL = /[^\s@;:,<>()"']+@[^\s@;:,<>()"']+/g;
const LONG_NUMBER = /\+?\d[\d.\-/ ]{4,}\d/g;
const CNPJ_OR_KEY = /\b(?=[0-9A-Za-z-]*\d)[0-9A-Za-z-]{14,}\b/g;

export function withoutPersons(text: string, hidden: readonly string[]): string {
  let shown = text.replace(/\p{Cc}+/gu, ' ');
  for (const word of hidden) if (word.length > 2) shown = shown.replaceAll(word, '***');
  return shown.replace(EMAIL, '***').replace(CNPJ_OR_KEY, '***').replace(LONG_NUMBER, '***');
}
