import { describe, expect, it } from 'vitest';
import { AnswerBody } from './answer-body.ts';

function answerOf(...chunks: (string | readonly number[])[]) {
  const body = new AnswerBody({ maxReadBytes: 16_384, maxKeptBytes: 2_048 });
  const fits = chunks.map((chunk) =>
    body.add(typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk)),
  );
  return { text: body.text(), fits: fits.every(Boolean) };
}

describe('the text of an answer', () => {
  it('is put together from its chunks, also in the middle of a character', () => {
    const [first, ...rest] = [...Buffer.from('é💸')];
    expect(answerOf([first ?? 0], rest, ' ok')).toEqual({ text: 'é💸 ok', fits: true });
    expect(answerOf()).toEqual({ text: '', fits: true });
  });

  it('is well-formed whatever the bytes are', () => {
    const { text } = answerOf([0x61, 0xff, 0xed, 0xa0, 0x80, 0xc3]);
    expect(text.isWellFormed()).toBe(true);
    expect(text.startsWith('a\ufffd')).toBe(true);
  });

  it('is what may be kept, without a character that was cut in two', () => {
    expect(answerOf('x'.repeat(3_000)).text).toBe('x'.repeat(2_048));
    expect(answerOf(`${'x'.repeat(2_046)}💸 and more`).text).toBe('x'.repeat(2_046));
    expect(answerOf('x'.repeat(2_000), 'y'.repeat(2_000)).text).toBe('x'.repeat(2_000) + 'y'.repeat(48));
  });

  it('comes from no more than may be read', () => {
    expect(answerOf('x'.repeat(16_384)).fits).toBe(true);
    expect(answerOf('x'.repeat(16_384), 'x').fits).toBe(false);
    expect(answerOf('x'.repeat(100_000)).fits).toBe(false);
  });
});
