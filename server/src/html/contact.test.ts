import { describe, expect, it } from 'vitest';
import { ADDRESS, ADDRESS_LINE, NOW } from '../../../test/support/literals.ts';
import { askSeller, legalFoot } from './contact.ts';
import type { Page } from './page.ts';
import type { Seller, SellerContact } from './seller.ts';
import { texts } from './texts.ts';

const NONE: SellerContact = { email: null, phone: null, whatsapp: null };
const seller = (contact: Partial<SellerContact> = {}): Seller => ({
  ...{ name: 'Padoca', legalName: 'Padaria Ltda', document: '12345678000195', address: ADDRESS },
  contact: { ...NONE, ...contact },
  ...{ logo: null, checkoutMessage: null, receiptMessage: null },
});
const page = (lang: 'pt' | 'en'): Page => ({
  ...{ lang, texts: texts[lang], langChosen: false, path: '/', sandbox: true, accent: null, now: NOW },
  pagesUrl: 'https://pay.example',
  isPreview: false,
});
const hrefsIn = (text: string) => [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

describe('where nothing can be paid', () => {
  it.each([
    ['pt', 'Fale com Padaria Ltda', 'Responda à mensagem'],
    ['en', 'Contact Padaria Ltda', 'Reply to the message'],
  ] as const)(
    'the seller is named and the payer is sent back to the message, in %s',
    (lang, title, advice) => {
      const text = askSeller(page(lang), seller(), '/pay/T').toString();
      expect(text).toContain(title);
      expect(text).toContain(advice);
      expect(hrefsIn(text)).toEqual([]);
    },
  );

  it('every contact the seller gave is one tap away, WhatsApp first, with what it is about', () => {
    const contact = { email: 'a?b&c@loja.example', phone: '(11) 3333-4444', whatsapp: '5511999990000' };
    const text = askSeller(page('pt'), seller(contact), '/pay/T').toString();
    const about = encodeURIComponent('Olá! É sobre este pagamento: https://pay.example/pay/T');
    expect(hrefsIn(text)).toEqual([
      `https://wa.me/5511999990000?text=${about}`,
      `mailto:a%3Fb%26c@loja.example?body=${about}`,
      'tel:1133334444',
    ]);
    expect(text.match(/class="button"/g)).toHaveLength(1);
    expect(text).toContain('Escrever para a?b&amp;c@loja.example');
  });
});

describe('the foot of a page', () => {
  it('says who sells, where, and how to reach them', () => {
    const text = legalFoot(page('pt'), seller({ email: 'sac@loja.example' })).toString();
    const address = ADDRESS_LINE.replace('01310-100', '<span class="unbroken">01310-100</span>');
    expect(text).toContain(`Padaria Ltda · CNPJ 12.345.678/0001-95<br>${address}`);
    expect(text).toContain('Atendimento: <a href="mailto:sac@loja.example">sac@loja.example</a>');
    expect(legalFoot(page('en'), seller()).toString()).not.toContain('Customer service');
  });
});
