import { createHash } from 'node:crypto';
import { itfBars } from '../brazil/itf.ts';
import { MAX_INSTALLMENTS } from '../charges/rules/fees.ts';
import { DOCUMENT_STYLES } from './styles-documents.ts';
import { MARK_STYLES } from './styles-marks.ts';

export const LIGHT_SURFACE = '#ffffff';
/** The page background, on which an accent has the least contrast. */
export const LIGHT_GROUND = '#f6f7f8';
export const DARK_SURFACE = '#181b1f';
export const DARK_GROUND = '#101214';
export const OUR_COLOR = '#1d4ed8';

const BARCODE_DIGITS = 44;
/** One point of a screen for each module: a bank's app reads the bars from a desk's screen. */
const BARCODE_MODULES = itfBars('0'.repeat(BARCODE_DIGITS)).reduce((sum, width) => sum + width, 0);

/** CSS cannot compare two attributes: there is one rule per choice. */
const chosenOf = (scope: string, part: string) =>
  Array.from(
    { length: MAX_INSTALLMENTS },
    (_, index) => `${scope}:has(option[value="${index + 1}"]:checked) ${part}[data-of="${index + 1}"]`,
  ).join(',\n  ');

/**
 * An 8-point grid, one accent, greys for the rest, green and red for outcomes only. No web font, no script. Text is
 * measured in rem, so that it follows the reader's font size; print has its own size.
 */
const STYLESHEET = `
:root {
  color-scheme: light dark;
  --ground: ${LIGHT_GROUND}; --surface: ${LIGHT_SURFACE}; --line: #d9dde1; --text: #16191d; --quiet: #59626c;
  --accent: ${OUR_COLOR}; --on-accent: #fff; --good: #166534; --bad: #b42318; --bad-ground: #fef3f2;
  --note-ground: #fff7e0; --note-text: #6b4700;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: ${DARK_GROUND}; --surface: ${DARK_SURFACE}; --line: #343a41; --text: #eceff2; --quiet: #a3adb8;
    --accent: #8fb1ff; --on-accent: #0b1220; --good: #6fd195; --bad: #ff9d92; --bad-ground: #2c1917;
    --note-ground: #2b2410; --note-text: #f3d58a;
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0; background: var(--ground); color: var(--text); overflow-wrap: break-word;
  font: 1rem/1.5rem system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main { max-width: 496px; margin: 0 auto; padding: 24px 16px; }
main.wide { max-width: 784px; }
main.beside { display: grid; gap: 24px; grid-template-columns: minmax(0, 1fr); }
.payment { display: grid; grid-template-columns: minmax(0, 1fr); }
.legal { padding: 0 8px; overflow-wrap: anywhere; }
@media (min-width: 960px) {
  main.beside, footer.beside { max-width: 1080px; }
  main.beside {
    grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); grid-template-rows: auto 1fr; column-gap: 64px; padding-top: 48px;
  }
  .beside > .payment { grid-column: 2; grid-row: 1 / span 2; }
  .beside > .legal, .beside > .summary { padding: 0; }
}
h1, h2, p, dl, dd, ol, ul, fieldset, figure, table { margin: 0; padding: 0; border: 0; }
h1 { font-size: 1.5rem; line-height: 2rem; }
h2 { font-size: 1.125rem; line-height: 1.5rem; }
a { color: var(--accent); }
.card {
  background: var(--surface); border: 1px solid var(--line); border-radius: 16px; padding: 24px;
  display: grid; gap: 24px; grid-template-columns: minmax(0, 1fr);
}
.stack { display: grid; gap: 8px; grid-template-columns: minmax(0, 1fr); }
.roomy { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
.section { border-top: 1px solid var(--line); padding-top: 24px; }
.card > .section:first-child, .card > [type=hidden]:first-child + .section { border-top: 0; padding-top: 0; }
.quiet { color: var(--quiet); font-size: .875rem; }
.summary { display: grid; gap: 8px; align-content: start; padding: 0 8px; }
.summary h1 { display: grid; gap: 16px; font-size: 1rem; line-height: 1.5rem; font-weight: 400; color: var(--quiet); }
.summary h1:not(:has(.amount)) { margin-bottom: 8px; }
.seller { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 16px; align-items: center; overflow-wrap: anywhere; }
.monogram {
  width: 3rem; height: 3rem; border-radius: 12px; display: grid; place-items: center;
  background: var(--accent); color: var(--on-accent); font-size: 1.125rem; font-weight: 650; letter-spacing: .02em;
}
.logo {
  max-width: 10rem; height: 3rem; object-fit: contain; border-radius: 8px; padding: 4px; background: #fff; box-sizing: border-box;
}
.ours { display: flex; align-items: center; gap: 8px; padding: 0 8px 16px; font-weight: 650; }
.bought { width: 100%; height: auto; max-height: 20rem; object-fit: contain; border-radius: 12px; }
.message { border-left: 2px solid var(--accent); padding-left: 16px; margin-top: 8px; }
.safe { padding-left: calc(1em + 8px); text-indent: calc(-1em - 8px); }
.safe::before {
  content: ""; display: inline-block; width: 1em; height: 1em; margin-right: 8px; vertical-align: -.1em; background: currentColor;
  mask: var(--lock) center / contain no-repeat; -webkit-mask: var(--lock) center / contain no-repeat;
  --lock: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill-rule='evenodd' d='M8 1a4 4 0 0 0-4 4v2H3v8h10V7h-1V5a4 4 0 0 0-4-4Zm2 6H6V5a2 2 0 1 1 4 0v2Z'/%3E%3C/svg%3E");
}
.amount {
  --widest: 7.4; color: var(--text); font-size: min(2.5rem, (min(100vw, 448px) - 50px) / var(--widest));
  line-height: max(48px, 1.2em);
  font-weight: 650; font-variant-numeric: tabular-nums; letter-spacing: -0.02em; white-space: nowrap;
}
.amount.long { --widest: 9.8; }
.amount.longest { --widest: 11.6; }
.unbroken { display: inline-block; }
.about { white-space: pre-line; overflow-wrap: anywhere; }
.about.what { font-size: 1.125rem; font-weight: 600; }
.banner { background: var(--note-ground); color: var(--note-text); padding: 8px 16px; text-align: center; font-size: .875rem; }
.banner[data-offline] { background: var(--text); color: var(--surface); font-weight: 600; }
body > header:has([data-offline]:not([hidden])) { position: sticky; top: 0; z-index: 1; }
.note { background: var(--note-ground); color: var(--note-text); border-radius: 8px; padding: 16px; }
.alert { background: var(--bad-ground); color: var(--bad); border-radius: 8px; padding: 16px; }
.alert h2 { font-size: 1rem; }
.alert p { color: var(--text); }
.good { color: var(--good); }
.field { display: grid; gap: 4px; align-content: start; }
.field > label { font-weight: 600; font-size: .875rem; line-height: 1.5rem; overflow-wrap: anywhere; }
.field > legend { padding: 0 0 8px; }
.field .quiet { font-weight: 400; }
.field > .plain { justify-self: end; padding: 0; line-height: 1.5rem; }
.field:has(> .plain:not([hidden])) { grid-template-columns: minmax(0, 1fr) auto; column-gap: 16px; }
.field:has(> .plain:not([hidden])) > * { grid-column: 1 / -1; }
.field:has(> .plain:not([hidden])) > label { grid-area: 1 / 1; }
.field:has(> .plain:not([hidden])) > .plain { grid-area: 1 / 2; align-self: end; }
.brand { float: right; font-weight: 400; }
.brand:not(:empty)::before {
  content: ""; display: inline-block; width: 1.78rem; height: 1.125rem; margin-right: 8px; vertical-align: middle;
  background: center / contain no-repeat;
}
input[type=text], input[type=email], input[type=tel], select, textarea {
  width: 100%; min-height: 48px; padding: 8px 16px; border: 1px solid var(--quiet); border-radius: 8px;
  background: var(--surface); color: var(--text); font: inherit; font-variant-numeric: tabular-nums;
}
select {
  appearance: none; padding-right: 48px; text-overflow: ellipsis; background-repeat: no-repeat; background-position: right 16px center;
  background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='16' fill='none' stroke='%237d8791' stroke-width='2'%3E%3Cpath d='m3 6 5 5 5-5'/%3E%3C/svg%3E");
}
.tick { display: flex; gap: 12px; align-items: flex-start; font-weight: 400; cursor: pointer; }
.tick input { flex: none; width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--accent); }
input[data-mask=money] {
  padding-left: calc(24px + 1.5em); background-repeat: no-repeat; background-position: 16px center; background-size: 1.5em 1.5em;
  background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Ctext y='17.5' font-family='system-ui,Arial,sans-serif' font-size='16' fill='%237d8791'%3ER$%3C/text%3E%3C/svg%3E");
}
textarea, input.code { resize: none; font: .875rem/1.5rem ui-monospace, Menlo, Consolas, monospace; text-overflow: ellipsis; }
textarea.groups { min-height: calc(3rem + 18px); }
@supports (field-sizing: content) { textarea.groups { field-sizing: content; min-height: 48px; padding-block: 11px; } }
@media (max-width: 359px) { textarea.groups { font-size: .8125rem; } }
input[aria-invalid=true], select[aria-invalid=true] { border-color: var(--bad); }
.detail { display: block; font-variant-numeric: tabular-nums; }
.sum, [data-part]:empty { display: none; }
.error { color: var(--bad); font-size: .875rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(max(7rem, 50% - 8px), 100%), 1fr)); gap: 16px; }
.pair:has(> [hidden]) { grid-template-columns: minmax(0, 1fr); }
.button {
  display: block; width: 100%; min-height: 48px; padding: 12px 24px; border: 1px solid var(--accent); border-radius: 8px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer; transition: filter 150ms;
}
.button:hover { filter: brightness(1.1); }
.plain {
  padding: 8px; border: 0; background: none; color: var(--accent); font: inherit; font-size: .875rem; text-decoration: underline;
  cursor: pointer;
}
.returning { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; justify-content: center; }
.button.second { background: transparent; color: var(--accent); border-color: var(--line); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.options { display: grid; gap: 8px; }
.option {
  display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: center; border: 1px solid var(--line); border-radius: 8px;
}
.option > input { width: 20px; height: 20px; margin: 0 0 0 16px; accent-color: var(--accent); }
.option > label {
  display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 8px 16px; padding: 12px 16px; min-height: 56px; cursor: pointer;
}
.option > label > :first-child { flex: 1 1 8rem; }
.option > label strong { display: block; font-weight: 600; }
.option > label .saving { color: var(--good); font-size: .875rem; }
.option > .panel { grid-column: 1 / -1; padding: 8px 16px 16px; }
.option > input:not(:checked) ~ .panel { display: none; }
.option:has(> :checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.panel > .section:first-child { border-top: 0; padding-top: 0; }
@supports selector(:has(*)) {
  form:has([value=BOLETO]:checked) .unless-boleto, form:has([type=hidden][value=BOLETO]) .unless-boleto { display: none; }
  .detail { display: none; }
  ${chosenOf('.field', '.detail')} { display: block; }
  ${chosenOf('form', '.sum')} { display: inline; }
}
.steps { padding-left: 24px; display: grid; gap: 4px; }
.steps.roomy { gap: 24px; }
.timer { font-weight: 600; font-variant-numeric: tabular-nums; }
.timer.short { color: var(--bad); }
.working { display: flex; align-items: center; gap: 12px; }
.working::before, .button[aria-busy=true]::before {
  content: ""; flex: none; width: 1em; height: 1em; border: 2px solid var(--line); border-top-color: var(--accent); border-radius: 50%;
  animation: turn 1s linear infinite;
}
.button[aria-busy=true]::before {
  display: inline-block; margin-right: 8px; vertical-align: -.125em; border-color: currentColor; border-top-color: transparent;
}
form:has(.button[aria-busy=true]) .field { opacity: .6; }
@keyframes turn { to { transform: rotate(1turn); } }
.pix, .scan { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
.scan { gap: 8px; text-align: center; }
@media (min-width: 640px) { .pix .scan { order: -1; } }
@media (max-width: 639px) { .scan .quiet { display: none; } }
.field:has([data-copy]:not([hidden])):not(:has(textarea:focus)) > p.quiet { display: none; }
.field [data-copy] { margin-top: 4px; }
.qr { display: block; max-width: 100%; height: auto; margin: 0 auto; image-rendering: pixelated; background: #fff; }
.barcode { background: #fff; padding: 16px 5mm; border-radius: 8px; overflow-x: auto; }
.barcode img { display: block; width: ${BARCODE_MODULES}px; max-width: 100%; height: 13mm; margin: 0 auto; }
.digits { font: 600 1.125rem/1.5rem ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.facts { display: grid; gap: 16px; }
.facts.columns { grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr)); }
.facts dt { color: var(--quiet); font-size: .875rem; }
.facts dd { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
details summary { cursor: pointer; color: var(--quiet); font-size: .875rem; }
details[open] summary { margin-bottom: 8px; }
.coupon { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 8px; }
.coupon > .field, .applied { display: contents; }
.coupon label, .coupon .error { grid-column: 1 / -1; font-size: .875rem; line-height: 1.5rem; }
.coupon label { font-weight: 600; }
.coupon label .quiet { display: none; }
.coupon > .button { grid-column: 2; grid-row: 2; width: auto; }
.sums .plain { padding: 0 8px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:first-child, td:first-child { white-space: nowrap; }
td .quiet { display: block; }
th:last-child, td:last-child { padding-right: 0; }
pre {
  margin: 0; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--ground);
  font: .875rem/1.5rem ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
footer { max-width: 496px; margin: 0 auto; padding: 0 16px 32px; display: flex; justify-content: space-between; gap: 16px; }
footer.wide { max-width: 784px; }
@media (prefers-reduced-motion: reduce) { *, *::before { transition: none !important; animation: none !important; } }
@media (max-width: 479px) { .card { padding: 24px 16px; } main { padding: 16px 8px; } }
@media print {
  :root { font-size: 16px; --ground: #fff; --surface: #fff; --text: #000; --quiet: #444; --line: #999; }
  .button, .no-print, footer a { display: none; }
  .card { border: 0; padding: 0; }
  .barcode { padding: 0; overflow: visible; }
  .barcode img { width: 103mm; max-width: none; margin: 0; }
}
${MARK_STYLES}
${DOCUMENT_STYLES}`;

const HASH_LENGTH = 12;

/** The name changes with the content, so browsers may cache it without expiry. */
export const stylesheet = {
  path: `/assets/pages.${createHash('sha256').update(STYLESHEET).digest('hex').slice(0, HASH_LENGTH)}.css`,
  content: STYLESHEET,
};
