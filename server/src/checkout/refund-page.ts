import type { Charge } from '../charges/charge.ts';
import type { PayerRefund } from '../charges/payer-refunds/store.ts';
import { askSeller } from '../html/contact.ts';
import { alert, textField } from '../html/fields.ts';
import { money } from '../html/format.ts';
import { askingButton, layout } from '../html/layout.ts';
import { address, type Page } from '../html/page.ts';
import type { Seller } from '../html/seller.ts';
import { type Html, html } from '../kit/html.ts';

export type RefundView = {
  page: Page;
  /** Its own address. */
  path: string;
  refund: PayerRefund;
  charge: Charge;
  seller: Seller;
};
type Typed = { typed?: string; isWrong?: boolean };

const SENDING_RELOADS_AFTER_SECONDS = 10;
const MAX_KEY_LENGTH = 77;

/** Asks for the key, says why one was not taken, and says when the money is there. */
export function refundPage(view: RefundView, state: Typed): Html {
  const { page, refund, charge, seller } = view;
  const { texts } = page;
  const amount = money(refund.amountCents, page.lang);
  return layout(page, {
    title: `${texts.refundTitle(amount)} · ${seller.name}`,
    bought: { seller, amount, about: [charge.description], heading: texts.refundFrom(seller.name) },
    body: html`<div class="card">${sectionOf(view, state, amount)}</div>`,
    ...(refund.status === 'sending' && { reloadAfterSeconds: SENDING_RELOADS_AFTER_SECONDS }),
    hasErrors: state.isWrong === true,
  });
}

function sectionOf(view: RefundView, state: Typed, amount: string): Html {
  const { page, path, refund, seller } = view;
  const { texts } = page;
  switch (refund.status) {
    case 'waiting':
      return asking(view, state, amount);
    case 'sending':
      return html`<section class="roomy section" role="status"><h2 class="working">${texts.refundSendingTitle}</h2>
<p>${refund.provider === null ? texts.refundSendingByHand : texts.refundSending}</p>${askingButton(page, path, texts.reload)}</section>`;
    case 'done':
      return html`<section class="stack section" role="status"><h2 class="receipt-state good">${texts.refundDoneTitle}</h2><p>${texts.refundDone(amount)}</p></section>`;
    case 'expired':
      return html`<section class="stack section"><h2>${texts.refundExpiredTitle}</h2><p>${texts.refundExpired}</p></section>${askSeller(page, seller, path)}`;
  }
}

function asking({ page, path, refund, seller }: RefundView, { typed, isWrong }: Typed, amount: string): Html {
  const { texts } = page;
  const field = textField(page, {
    name: 'pix_key',
    label: texts.refundKey,
    value: typed ?? '',
    hint: texts.refundKeyHint,
    error: isWrong ? texts.refundKeyWrong : undefined,
    maxLength: MAX_KEY_LENGTH,
    wrong: texts.refundKeyWrong,
  });
  return html`<form class="roomy section" method="post" action="${address(page, path)}" data-once>
<div class="stack"><h2>${texts.refundTitle(amount)}</h2><p>${texts.refundAsks(seller.name)}</p></div>
${refund.failure !== null && alert(texts.refundFailedTitle, texts.refundFailed)}
${field}<button class="button" type="submit" data-busy="${texts.sending}">${texts.refundSend}</button></form>`;
}
