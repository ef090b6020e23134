import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';
import { given, type SellerFacts, sellerFooter } from '../seller.ts';

export type DisputeFacts = SellerFacts & {
  /** `med`: the special return of Pix. */
  kind: 'chargeback' | 'med';
  amount: string;
  reason: string | null;
  payer: string | null;
  about: string | null;
  charge_id: string;
  /** Absent in mails of an older version that are still to be sent. */
  dispute_id?: string;
};

export type DisputeOpenedFacts = DisputeFacts & { until: string };

/** For the seller: money was taken back, and how long there is to answer. */
export const disputeOpened: Kind<DisputeOpenedFacts> = {
  lifeMs: 3 * DAY_MS,
  write: (
    { kind, amount, until, reason, payer, about, charge_id: id, dispute_id: disputeId },
    circumstances,
  ) => {
    const { lang, publicUrl } = circumstances;
    const shared = { amount, ...sellerFooter(circumstances) };
    const url = disputeId ? `${publicUrl}/disputes/${disputeId}` : `${publicUrl}/charges/${id}`;
    const who = [
      ...given({ pt: 'Pagador', en: 'Payer' }, lang, payer),
      ...given({ pt: 'Referente a', en: 'About' }, lang, about),
      ...given({ pt: 'Motivo informado', en: 'Reason given' }, lang, reason),
    ];
    if (lang === 'en') {
      return {
        ...shared,
        subject: `Dispute of ${amount}: answer until ${until}`,
        heading: kind === 'med' ? 'A Pix payment was contested (MED)' : 'A card payment was contested',
        paragraphs: [
          'The bank took the amount back until the dispute is decided. Gather what proves the sale (invoice, delivery, messages with the buyer) and answer on the page of the dispute.',
        ],
        facts: [['Answer until', until], ...who],
        button: { label: 'Answer the dispute', url },
      };
    }
    return {
      ...shared,
      subject: `Contestação de ${amount}: responda até ${until}`,
      heading: kind === 'med' ? 'Um Pix foi contestado (MED)' : 'Um pagamento no cartão foi contestado',
      paragraphs: [
        'O banco reteve o valor até a decisão. Reúna o que comprova a venda (nota fiscal, entrega, mensagens com o comprador) e responda na página da contestação.',
      ],
      facts: [['Responda até', until], ...who],
      button: { label: 'Responder à contestação', url },
    };
  },
};
