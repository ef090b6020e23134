import { describe, expect, it } from 'vitest';
import { shownDocument, writeDocument } from './written-document.ts';

describe('a document as people write it', () => {
  it('has the points of a CPF or of a CNPJ', () => {
    expect(writeDocument('52998224725', 'PF')).toBe('529.982.247-25');
    expect(writeDocument('11222333000181', 'PJ')).toBe('11.222.333/0001-81');
    expect(writeDocument('12ABC34501DE35', 'PJ')).toBe('12.ABC.345/01DE-35');
  });

  it('stays as it is when its length is another', () => {
    expect(writeDocument('123', 'PF')).toBe('123');
    expect(shownDocument('***.444.777-**')).toBe('***.444.777-**');
  });
});
