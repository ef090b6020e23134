import { type Static, Type } from 'typebox';
import type { PaymentLinkRow } from '../catalog/payment-links.ts';
import type { Charge } from '../charges/charge.ts';
import { INITIAL_CHARGE } from '../charges/columns.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { type Page, sellerPageOf, sendPage } from '../html/page.ts';
import { sellerOf } from '../html/seller.ts';
import type { AccountFacts } from '../http/account-facts.ts';
import type { App } from '../http/app-type.ts';
import { accountOf } from '../http/principal.ts';
import { normalizeColor } from '../kit/color.ts';
import type { Html } from '../kit/html.ts';
import { isId } from '../kit/ids.ts';
import { type Cents, cents, ZERO } from '../kit/money.ts';
import { NO_COUPON } from './link-coupon.ts';
import { linkPage } from './link-page.ts';
import { methodsFor } from './methods.ts';
import { receiptPage } from './receipt-page.ts';

const VALUE: Cents = cents(12_990n);
const NAMES = { pt: 'Camiseta azul', en: 'Blue T-shirt' };
const TOKEN = '0'.repeat(22);

const typed = Type.Object({
  page: Type.Optional(Type.Enum(['checkout', 'receipt'])),
  lang: Type.Optional(Type.Enum(['pt', 'en'])),
  page_name: Type.Optional(Type.String({ maxLength: 60 })),
  page_color: Type.Optional(Type.String({ maxLength: 7 })),
  logo_file_id: Type.Optional(Type.String({ maxLength: 36 })),
  checkout_message: Type.Optional(Type.String({ maxLength: 300 })),
  receipt_message: Type.Optional(Type.String({ maxLength: 300 })),
});
type Typed = Static<typeof typed>;

/**
 * What payers would see with the branding that is being typed, drawn by the code of the real pages. For the account
 * itself alone: a page of any name and text on our address, open to all, would be a gift to a fraud.
 */
export function previewRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/account/branding/preview', {
    config: { access: 'key' },
    schema: { tags: ['Account'], summary: 'See your pages as payers would', querystring: typed, hide: true },
    handler: async (request, reply) => {
      const facts = withTyped(await deps.accountFacts(accountOf(request)), request.query);
      const page = { ...sellerPageOf(request, deps, facts, '/'), isPreview: true };
      const document =
        request.query.page === 'receipt' ? sampleReceipt(deps, page, facts) : sampleLink(deps, page, facts);
      reply.headers(FRAMED);
      return sendPage(reply, document);
    },
  });
}

/** In a frame of the dashboard. Nothing of it runs, and nothing is sent. */
const FRAMED = {
  'Content-Security-Policy': [
    `default-src 'none'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'self'`,
  ].join('; '),
  'X-Frame-Options': 'SAMEORIGIN',
};

/** Absent: as it is stored; empty: cleared. A colour that is half typed is none. */
function withTyped(facts: AccountFacts, query: Typed): AccountFacts {
  const { page_name: name, page_color: color, logo_file_id: logo } = query;
  const { checkout_message: checkout, receipt_message: receipt } = query;
  const given = (text: string | undefined, stored: string | null) =>
    text === undefined ? stored : text.trim() || null;
  return {
    ...facts,
    pageName: name === undefined ? facts.pageName : name.trim() || facts.name,
    pageColor: color === undefined ? facts.pageColor : normalizeColor(color.trim()),
    logoFileId: logo === undefined ? facts.logoFileId : isId(logo) ? logo : null,
    checkoutMessage: given(checkout, facts.checkoutMessage),
    receiptMessage: given(receipt, facts.receiptMessage),
  };
}

function sampleLink(deps: ChargeDeps, page: Page, facts: AccountFacts): Html {
  const link: PaymentLinkRow = {
    ...{ account_id: facts.id, id: facts.id, token: TOKEN, name: NAMES[page.lang], description: null },
    ...{ value_cents: VALUE, min_value_cents: VALUE, max_value_cents: VALUE },
    billing_types: [...methodsFor(deps.rails, VALUE)],
    ...{ max_installments: 12, interest_by_payer: false, product_id: null, split: [] },
    ...{ success_url: null, postback_url: null, expires_at: null, max_payments: null, payments_count: 0n },
    ...{ active: true, created_at: page.now, asks: null, pix_discount_basis_points: 0 },
  };
  const nothing = { product: null, picture: null, coupon: NO_COUPON, boletoNeedsAddress: false };
  return linkPage(deps, { page, link, seller: sellerOf(facts), plan: facts, ...nothing });
}

function sampleReceipt(deps: ChargeDeps, page: Page, facts: AccountFacts): Html {
  const charge: Charge = {
    ...INITIAL_CHARGE,
    ...{ accountId: facts.id, id: facts.id, token: TOKEN, billingType: 'PIX', status: 'RECEIVED' },
    ...{ valueCents: VALUE, paidCents: VALUE, description: NAMES[page.lang] },
    ...{ paidAt: page.now, createdAt: page.now, number: 1n, payerChooses: false },
    ...{ feeBasisPoints: facts.feeBasisPoints, feeFixedCents: facts.feeFixedCents },
    ...{ reserveBasisPoints: facts.reserveBasisPoints, reserveDays: facts.reserveDays },
    ...{ platformFeeCents: ZERO, netValueCents: VALUE, maxInstallments: 1, interestByPayer: false },
  };
  return receiptPage({
    ...{
      page,
      charge,
      seller: sellerOf(facts),
      picture: null,
      isSelling: true,
      methods: [],
      lacksAddress: false,
    },
    ...{ isLinkFull: false, publicUrl: deps.publicUrl, now: page.now, hasChecked: false, hasJustPaid: false },
  });
}
