import { describe, expect, it } from 'vitest';
import { legalLine, monogramOf } from './seller.ts';

describe('a monogram', () => {
  it.each([
    ['Padaria São Jorge', 'PJ'],
    ['guichê', 'G'],
    ['  3 irmãos & cia. ', '3C'],
    ['Élan “Bistrô”', 'ÉB'],
    ['日本 食堂', '日食'],
    ['— · —', ''],
    ['<b>x</b>', 'B'],
  ])('of %s is %s', (name, letters) => expect(monogramOf(name)).toBe(letters));
});

describe('the line that says whom one buys from', () => {
  it.each([
    ['52998224725', 'Ana Souza · CPF 529.982.247-25'],
    ['12ABC34501DE35', 'Ana Souza · CNPJ 12.ABC.345/01DE-35'],
  ])('names the document %s by its kind', (document, line) =>
    expect(legalLine({ legalName: 'Ana Souza', document })).toBe(line),
  );
});
