import { hoursFromUtc, localTime } from '../brazil/local-time.ts';
import { decimalText } from '../kit/money.ts';
import type { Statement, StatementFormat, StatementLine } from './statement.ts';
import { STATEMENT_TEXTS, type StatementLanguage } from './statement-texts.ts';

/** No bank of the Brazilian clearing has this number. */
const BANK_ID = '9999';
const MAX_MEMO_LENGTH = 255;
const SECOND_MS = 1_000;

const HEADER = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:USASCII',
  'CHARSET:1252',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
];

/** Every element is closed, which version 1 allows and readers of XML need. */
const element = (name: string, value: string) => `<${name}>${value}</${name}>`;
const lines = (...parts: string[]) => parts.map((part) => `${part}\r\n`).join('');

export function ofxFormat(statement: Statement, language: StatementLanguage): StatementFormat {
  const { span, now } = statement;
  const lastSecond = new Date(span.to.getTime() - SECOND_MS);
  const asOf = lastSecond < now ? lastSecond : now;
  return {
    contentType: 'application/x-ofx',
    begin: () => lines(...HEADER, '') + beginning(statement, asOf, language),
    lines: (page) => page.map((line) => transaction(line, language)).join(''),
    end: (closingCents) =>
      lines(
        '</BANKTRANLIST>',
        `<LEDGERBAL>${element('BALAMT', decimalText(closingCents))}${element('DTASOF', ofxTime(asOf))}</LEDGERBAL>`,
        '</STMTRS>',
        '</STMTTRNRS>',
        '</BANKMSGSRSV1>',
        '</OFX>',
      ),
  };
}

function beginning({ accountId, span, now }: Statement, asOf: Date, language: StatementLanguage): string {
  const status = `<STATUS>${element('CODE', '0')}${element('SEVERITY', 'INFO')}</STATUS>`;
  return lines(
    '<OFX>',
    '<SIGNONMSGSRSV1>',
    `<SONRS>${status}${element('DTSERVER', ofxTime(now))}${element('LANGUAGE', language === 'pt' ? 'POR' : 'ENG')}</SONRS>`,
    '</SIGNONMSGSRSV1>',
    '<BANKMSGSRSV1>',
    '<STMTTRNRS>',
    element('TRNUID', '0'),
    status,
    '<STMTRS>',
    element('CURDEF', 'BRL'),
    `<BANKACCTFROM>${element('BANKID', BANK_ID)}${element('ACCTID', shortAccountId(accountId))}${element('ACCTTYPE', 'CHECKING')}</BANKACCTFROM>`,
    '<BANKTRANLIST>',
    element('DTSTART', ofxTime(span.from)),
    element('DTEND', ofxTime(asOf)),
  );
}

/** The number of a line never changes and is unique in its account: importing twice does not duplicate it. */
function transaction(line: StatementLine, language: StatementLanguage): string {
  const sentence = STATEMENT_TEXTS[language].sentences[line.category][line.type];
  const about = [line.external_reference ?? line.description, line.customer_name].filter(Boolean);
  return lines(
    '<STMTTRN>',
    element('TRNTYPE', line.type === 'credit' ? 'CREDIT' : 'DEBIT'),
    element('DTPOSTED', ofxTime(line.occurred_at)),
    element('TRNAMT', decimalText(line.amountCents)),
    element('FITID', line.sequence.toString()),
    element('MEMO', ofxText([sentence, ...about].join(' - '))),
    '</STMTTRN>',
  );
}

/** An ACCTID has at most 22 characters: the bytes of the id in base64. */
function shortAccountId(accountId: string): string {
  return Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Local time with its offset: programs that ignore the zone still get the right day. */
function ofxTime(instant: Date): string {
  return `${localTime(instant).replace(/\D/g, '')}[${hoursFromUtc(instant)}:BRT]`;
}

/** ASCII only, without accents: readers disagree on every other encoding. Signs of the format are escaped. */
function ofxText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[^ -~]/gu, '?')
    .slice(0, MAX_MEMO_LENGTH)
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
