import { describe, expect, it } from 'vitest';
import { whatsappNumber, whatsappUrl } from './whatsapp.ts';

describe('a telephone for WhatsApp', () => {
  it.each([
    ['(11) 99999-0000', '5511999990000'],
    ['11 3333-4444', '551133334444'],
    ['+55 11 99999-0000', '5511999990000'],
    ['055 11 99999-0000', '5511999990000'],
    ['011 99999-0000', '5511999990000'],
    ['5511999990000', '5511999990000'],
    ['99999-0000', null],
    ['+1 202 555 0100 99', null],
    ['', null],
    [null, null],
    ['javascript:alert(1)', null],
  ])('%j is %s', (phone, number) => {
    expect(whatsappNumber(phone)).toBe(number);
  });
});

describe('the address that opens WhatsApp', () => {
  it('has the number and the message, whatever stands in it', () => {
    const text = 'Olá, Ana & Cia! R$ 10,00 "#1" https://pay.example/pay/a?b=c';
    const url = new URL(whatsappUrl(text, '11999990000'));
    expect([url.origin, url.pathname, url.searchParams.get('text')]).toEqual([
      'https://wa.me',
      '/5511999990000',
      text,
    ]);
    expect([...url.searchParams.keys()]).toEqual(['text']);
    expect(new URL(whatsappUrl('x')).pathname).toBe('/');
  });
});
