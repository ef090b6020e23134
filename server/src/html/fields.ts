import { holdsCardNumber } from '../brazil/card-numbers.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { Page } from './page.ts';

export type TextField = {
  name: string;
  label: string;
  value?: string;
  hint?: string | undefined;
  error?: string | undefined;
  type?: 'text' | 'email' | 'tel';
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
  autocomplete?: string;
  maxLength: number;
  need?: Need;
  /** How the script formats and validates the field while it is typed. */
  mask?: 'card-number' | 'expiry' | 'cvv' | 'document' | 'money' | 'phone';
  wrong?: string | undefined;
  /** The script also checks the check digits, as the server does. */
  strict?: boolean;
  /** The script shows what it recognised beside the label. */
  recognised?: boolean;
  /** Without a name, so that no browser sends it to us: the script takes it elsewhere. */
  unsent?: boolean | undefined;
};

/**
 * `shown`: required where it is in sight: a browser refuses to send a form whose required fields are hidden. `boleto`:
 * required for a boleto only; the stylesheet then removes the word "optional".
 */
type Need = 'always' | 'shown' | 'never' | 'boleto';

const OPTIONAL_MARKS: Readonly<Record<Need, string | null>> = {
  always: null,
  shown: null,
  never: 'quiet',
  boleto: 'quiet unless-boleto',
};

export function textField(page: Page, field: TextField): Html {
  const { name, label, hint, need = 'always' } = field;
  const { value, error } = shownAgain(page, field);
  const mark = OPTIONAL_MARKS[need];
  return html`<div class="field">
<label for="${name}">${label}${mark && html` <span class="${mark}">(${page.texts.optional})</span>`}${field.recognised && html` <span class="brand" data-brand aria-live="polite"></span>`}</label>
<input id="${name}"${!field.unsent && html` name="${name}"`} type="${field.type ?? 'text'}" value="${value}"
 inputmode="${field.inputMode ?? 'text'}" autocomplete="${field.autocomplete ?? 'off'}"
 maxlength="${field.maxLength}"${need === 'always' && html` required`}${need === 'shown' && html` aria-required="true"`}${scripted(field)}${described(name, hint, error)}>
${field.mask === 'document' && html`<button class="plain" type="button" data-letters hidden>${page.texts.documentLetters}</button>`}
${help(name, hint, error)}
</div>`;
}

/** A card number typed into another field is not sent back: pages are saved and printed. */
function shownAgain({ texts }: Page, { value = '', error, mask }: TextField) {
  const kind = mask === 'document' || mask === 'phone' ? mask : 'free';
  return holdsCardNumber(value, kind)
    ? { value: '', error: error && texts.noCardNumberHere }
    : { value, error };
}

function scripted({ mask, wrong, strict, need }: TextField): Html {
  const isChecked = need === 'shown' || need === 'boleto';
  return html`${isChecked && html` data-need="${need}"`}${mask && html` data-mask="${mask}"`}${wrong && html` data-error="${wrong}"`}${strict && html` data-strict`}`;
}

type Choice = { value: string; label: string };
/** A closed select is one line, which a narrow phone cuts off: longer text is shown below it. */
export type DetailedChoice = Choice & { detail: string | null };

export type SelectField = {
  name: string;
  label: string;
  choices: readonly DetailedChoice[];
  chosen: string;
  error?: string | undefined;
  /** Where one must be chosen: what is said where none is. */
  wrong?: string | undefined;
  /** Where none need be chosen: the word for it. */
  optional?: string | undefined;
};

/** The stylesheet shows the detail of the chosen option; a browser without :has shows all of them. */
export function selectField(field: SelectField): Html {
  const { name, label, choices, chosen, error, wrong, optional } = field;
  const details =
    choices.some(({ detail }) => detail) &&
    html`${choices.map(
      ({ value, detail }) => detail && html`<span class="detail" data-of="${value}">${detail}</span>`,
    )}`;
  return html`<div class="field">
<label for="${name}">${label}${optional && html` <span class="quiet">(${optional})</span>`}</label>
<select id="${name}" name="${name}"${wrong && html` required data-error="${wrong}"`}${described(name, details, error)}>${choices.map(
    ({ value, label: text }) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select>
${help(name, details, error)}
</div>`;
}

export type Option = Choice & { hint: string; more?: Part; marks: Part; panel: Part };

/** What belongs to an option stands below it; the stylesheet shows it for the chosen one only. */
export function radioPanels(
  name: string,
  legend: string,
  options: readonly Option[],
  chosen: string,
  error?: string,
): Html {
  return html`<fieldset class="field"${described(name, undefined, error)}>
<legend><h2>${legend}</h2></legend>
${help(name, undefined, error)}
<div class="options">${options.map(
    ({ value, label, hint, more, marks, panel }) => html`<div class="option">
<input type="radio" id="${name}-${value}" name="${name}" value="${value}" required${value === chosen && html` checked`}>
<label for="${name}-${value}"><span><strong>${label}</strong> <span class="quiet" data-part="hint-${value}">${hint}</span>${more}</span>${marks}</label>
<div class="panel roomy">${panel}</div></div>`,
  )}</div>
</fieldset>`;
}

/** Not ticked: what is agreed to is agreed to by hand. */
export function checkbox(name: string, label: string, isTicked: boolean): Html {
  return html`<label class="tick"><input type="checkbox" name="${name}" value="1"${isTicked && html` checked`}><span>${label}</span></label>`;
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

export type CodeField = {
  name: string;
  label: string;
  code: string;
  /** How to copy it without JavaScript. */
  hint: string;
  /** The label of the copy button, which needs JavaScript. */
  copy: string;
  /** Groups separated by spaces, all in sight; else one line, of which the beginning is in sight. */
  inGroups?: boolean;
};

/** A code to copy. Read-only, so that it cannot be changed by accident. */
export function codeField({ texts }: Page, field: CodeField): Html {
  const { name, label, code, hint, copy, inGroups } = field;
  const attributes = html`id="${name}" readonly spellcheck="false" aria-describedby="${name}-hint"`;
  return html`<div class="field">
<label for="${name}">${label}</label>
${
  inGroups
    ? html`<textarea ${attributes} class="groups" rows="2">${code}</textarea>`
    : html`<input ${attributes} type="text" class="code" value="${code}">`
}
<p class="quiet" id="${name}-hint">${hint}</p>
<button class="button no-print" type="button" data-copy="${name}" data-copied="${texts.copied}" hidden>${copy}</button>
</div>`;
}

export function alert(title: string | null, text: string): Html {
  return html`<div class="alert" role="alert">${title && html`<h2>${title}</h2>`}<p>${text}</p></div>`;
}

function described(name: string, hint?: Part, error?: string): Html {
  const ids = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`${ids && html` aria-describedby="${ids}"`}${error && html` aria-invalid="true"`}`;
}

function help(name: string, hint?: Part, error?: string): Html {
  return html`${hint && html`<p class="quiet" id="${name}-hint">${hint}</p>`}
${error && html`<p class="error" id="${name}-error">${error}</p>`}`;
}
