import { DAY_MS } from '../../kit/clock.ts';
import type { Lang } from '../../kit/language.ts';
import type { Kind } from '../content.ts';
import type { SellerFacts } from '../seller.ts';

const DOCUMENTS: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  pt: {
    identity_front: 'Frente do documento',
    identity_back: 'Verso do documento',
    selfie: 'Selfie com o documento',
    company_document: 'Contrato social ou CCMEI',
    address_proof: 'Comprovante de endereço',
  },
  en: {
    identity_front: 'Front of the document',
    identity_back: 'Back of the document',
    selfie: 'Selfie with the document',
    company_document: 'Articles of association or CCMEI',
    address_proof: 'Proof of address',
  },
};

const REASONS: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  pt: {
    unreadable: 'Não dá para ler. Tire outra foto, com luz e sem reflexo.',
    cut_off: 'Está cortado. Mostre o documento inteiro.',
    expired: 'Está vencido. Envie um documento dentro da validade.',
    wrong_document: 'Não é o documento pedido.',
    mismatch: 'Os dados não são os do cadastro.',
    not_accepted: 'Não foi possível aceitar este documento. Fale com o suporte.',
  },
  en: {
    unreadable: 'It cannot be read. Take another picture, with light and without glare.',
    cut_off: 'It is cut off. Show the whole document.',
    expired: 'It has expired. Send a document that is valid.',
    wrong_document: 'It is not the document that was asked for.',
    mismatch: 'Its data are not those of your registration.',
    not_accepted: 'This document could not be accepted. Write to support.',
  },
};

/** For the seller: what is wrong with which document, and what to do. */
export const identityRefused: Kind<SellerFacts & { reasons: readonly { kind: string; code: string }[] }> = {
  lifeMs: 7 * DAY_MS,
  write: ({ name, reasons }, { lang, publicUrl }) => {
    const facts = reasons.flatMap(({ kind, code }) => {
      const [document, reason] = [DOCUMENTS[lang][kind], REASONS[lang][code]];
      return document && reason ? [[document, reason] as const] : [];
    });
    const url = `${publicUrl}/settings/identity`;
    if (lang === 'en') {
      return {
        subject: 'We need other documents from you',
        heading: 'We need other documents from you',
        paragraphs: [
          `We could not verify the identity of the account ${name} yet. Send again only what is listed here.`,
        ],
        facts,
        button: { label: 'Send documents', url },
        notes: ['Never send documents by e-mail: use the page of your account.'],
      };
    }
    return {
      subject: 'Precisamos de outros documentos',
      heading: 'Precisamos de outros documentos',
      paragraphs: [
        `Ainda não foi possível verificar a identidade da conta ${name}. Envie de novo só o que está listado aqui.`,
      ],
      facts,
      button: { label: 'Enviar documentos', url },
      notes: ['Nunca envie documentos por e-mail: use a página da sua conta.'],
    };
  },
};
