import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BANK_NAMES } from '../bank.ts';
import { MOVEMENTS } from '../codes/movements.ts';
import { REASON_LISTS } from '../codes/reasons.ts';
import { type Layout, RECORD_LENGTH, widthOf } from '../layout.ts';
import * as frame from '../layouts/frame.ts';
import * as remittance from '../layouts/remittance.ts';
import * as returned from '../layouts/return.ts';
import { bankOfCode, banks } from './registry.ts';

const all = Object.values(banks);
const layouts: [string, string, Layout][] = [
  ...Object.values({ ...frame, ...remittance, ...returned }).map((layout): [string, string, Layout] => [
    'FEBRABAN',
    layout.title,
    layout,
  ]),
  ...all.flatMap(({ title, layouts: own }) =>
    Object.entries(own).map(([name, layout]): [string, string, Layout] => [title, name, layout]),
  ),
];

describe('the layouts', () => {
  it.each(layouts)('of %s: %s covers 1 to 240 without a gap or an overlap', (_, __, { fields }) => {
    let next = 1;
    for (const field of fields) {
      expect(field.from).toBe(next);
      expect(widthOf(field)).toBeGreaterThan(0);
      next = field.to + 1;
    }
    expect(next).toBe(RECORD_LENGTH + 1);
  });

  it.each(layouts)('of %s: %s has fixed content that fits', (_, __, { fields }) => {
    for (const { fixed, kind, ...field } of fields) {
      if (fixed === undefined) continue;
      expect(fixed).toMatch(kind === 'code' || kind === 'text' ? /^[A-Z0-9 -]+$/ : /^[0-9]+$/);
      expect(fixed.length).toBe(widthOf({ kind, ...field }));
    }
  });

  it.each(all)('of $title carry what a title cannot do without', ({ layouts: own }) => {
    const names = (layout: Layout) => layout.fields.map(({ name }) => name);
    expect(names(own.P)).toEqual(
      expect.arrayContaining(['movement', 'ourNumber', 'documentNumber', 'dueDate', 'amount', 'reference']),
    );
    expect(names(own.P)).toEqual(expect.arrayContaining(['interest', 'interestFrom', 'discount', 'rebate']));
    expect(names(own.R)).toEqual(expect.arrayContaining(['fineCode', 'fineFrom', 'fine']));
    expect(names(own.T)).toEqual(
      expect.arrayContaining(['ourNumber', 'reference', 'amount', 'fee', 'reasons']),
    );
    expect(names(own.U)).toEqual(expect.arrayContaining(['paid', 'net', 'occurredOn', 'creditedOn']));
  });
});

describe('the banks', () => {
  it('are each a file of its own in this folder', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => !file.startsWith('registry.'));
    expect(files.map((file) => file.replace('.ts', '')).sort()).toEqual([...BANK_NAMES].sort());
  });

  it('are found by their code', () => {
    for (const bank of all) expect(bankOfCode(bank.code)).toBe(bank);
    expect(bankOfCode('999')).toBeUndefined();
  });

  it.each(all)('$title has sound data', (bank) => {
    expect(bank.code).toMatch(/^[0-9]{3}$/);
    expect(bank.notes.join(' ')).toMatch(/Unverified/);
    expect(bank.evidence.documents.length).toBeGreaterThan(0);
    const codes = Object.values(bank.instructions);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[0-9]{2}$/);
    const needed =
      bank.ourNumber.digit?.over.map(({ part }) => part).filter((part) => part !== 'number') ?? [];
    expect(Object.keys(bank.agreement)).toEqual(expect.arrayContaining(needed));
    for (const part of bank.exactWidths) expect(Object.keys(bank.agreement)).toContain(part);
  });

  it.each(all)('$title says of a file of its own in the samples that it is read', ({ name, evidence }) => {
    const samples = readdirSync(new URL('../samples', import.meta.url));
    expect(samples.includes(`${name}.ret`)).toBe(evidence.returns === 'file');
  });
});

describe('the codes', () => {
  it.each(Object.entries(REASON_LISTS))('of %s are unique, and explained in both languages', (_, rows) => {
    expect(new Set(rows.map(([code]) => code)).size).toBe(rows.length);
    for (const [code, pt, en] of rows) {
      expect(code).toMatch(/^[0-9A-Z]{2}$/);
      expect(pt.length).toBeGreaterThan(3);
      expect(en.length).toBeGreaterThan(3);
    }
  });

  it('of movements are explained in both languages', () => {
    for (const [code, { pt, en }] of Object.entries(MOVEMENTS)) {
      expect(code).toMatch(/^[0-9]{2}$/);
      expect(pt.length).toBeGreaterThan(3);
      expect(en.length).toBeGreaterThan(3);
    }
  });

  it('never take a movement for a payment that a bank does not call one', () => {
    const payments = Object.fromEntries(
      all.map(({ name, returns }) => [
        name,
        Object.entries({ ...MOVEMENTS, ...returns.movements })
          .filter(([, { event }]) => event === 'paid' || event === 'paid_unregistered')
          .map(([code]) => code)
          .sort(),
      ]),
    );
    const febraban = ['06', '17'];
    expect(payments).toEqual({
      bradesco: febraban,
      itau: ['06', '08'],
      'banco-do-brasil': febraban,
      santander: febraban,
      caixa: febraban,
      sicoob: febraban,
      sicredi: febraban,
    });
  });
});
