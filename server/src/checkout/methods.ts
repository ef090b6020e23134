import { MAX_BOLETO_CENTS } from '../brazil/boleto-code.ts';
import { hidden, radioPanels } from '../html/fields.ts';
import type { Form } from '../html/form.ts';
import type { Page } from '../html/page.ts';
import type { MethodName, OfferedInstallments } from '../html/texts-portuguese.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { Cents } from '../kit/money.ts';
import { isOffered } from '../providers/offered.ts';
import type { Rails } from '../providers/rails.ts';

const METHODS: readonly MethodName[] = ['PIX', 'CREDIT_CARD', 'BOLETO'];

/** `method`: none was chosen; `unavailable`: its provider did not answer. */
export type MethodError = 'method' | 'unavailable';

/** The methods this gateway can collect with for this value. */
export function methodsFor(rails: Rails, valueCents: Cents): readonly MethodName[] {
  return METHODS.filter(
    (method) => isOffered(rails, method) && (method !== 'BOLETO' || valueCents <= MAX_BOLETO_CENTS),
  );
}

export function methodIn(form: Form, offered: readonly MethodName[]): MethodName | null {
  return offered.find((method) => method === form('method')) ?? null;
}

export type Methods = {
  offered: readonly MethodName[];
  chosen: string;
  error?: MethodError | undefined;
  installments: OfferedInstallments;
  /** What paying by Pix saves. */
  pixDiscount?: string | null;
  panels: Readonly<Record<MethodName, () => Part>>;
};

/** All methods in one form, each with what it needs below it. The chosen one decides what sending the form does. */
export function methodsField(page: Page, methods: Methods): Html {
  const { offered, chosen, error, installments, panels, pixDiscount } = methods;
  const { texts } = page;
  const saving = pixDiscount && html`<strong class="saving" data-part="pix">${pixDiscount}</strong>`;
  const [only, ...others] = offered;
  const problem = error && texts.chooseErrors[error];
  if (!only || others.length === 0) {
    const title = only === 'CREDIT_CARD' && titled(only, texts.cardTitle);
    return html`${problem && html`<p class="error" role="alert">${problem}</p>`}
${only && html`${hidden('method', only)}${title}${only === 'PIX' && saving}${panels[only]()}`}`;
  }
  const options = offered.map((value) => ({
    value,
    label: texts.methods[value],
    hint: texts.methodHints[value](installments),
    more: value === 'PIX' ? saving : null,
    marks: marksOf(value),
    panel: panels[value](),
  }));
  return radioPanels('method', texts.chooseTitle, options, chosen, problem);
}

const MARKS: Readonly<Record<MethodName, readonly string[]>> = {
  PIX: ['pix'],
  CREDIT_CARD: ['visa', 'mastercard', 'elo', 'amex', 'hipercard'],
  BOLETO: ['boleto'],
};

/** Drawn by the stylesheet; the words beside them say the same. */
export function marksOf(method: MethodName): Html {
  return html`<span class="marks" aria-hidden="true">${MARKS[method].map(
    (name) => html`<span class="mark mark-${name}"></span>`,
  )}</span>`;
}

/** The title of a method that is alone, with its marks. */
export function titled(method: MethodName, title: string): Html {
  return html`<div class="titled"><h2>${title}</h2>${marksOf(method)}</div>`;
}

/** The button of a method whose code or slip is made when it is pressed. */
export function makeButton({ texts }: Page, method: 'PIX' | 'BOLETO'): Html {
  return html`<p class="quiet">${texts.makeHints[method]}</p>
<button class="button" type="submit" data-busy="${texts.sending}">${texts.make[method]}</button>`;
}
