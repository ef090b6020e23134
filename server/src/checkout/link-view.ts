import type { PaymentLinkRow } from '../catalog/payment-links.ts';
import type { SellableProduct } from '../catalog/products.ts';
import type { FeePlan } from '../charges/charge.ts';
import type { Picture } from '../html/layout.ts';
import type { Page } from '../html/page.ts';
import type { Seller } from '../html/seller.ts';
import type { LinkCoupon } from './link-coupon.ts';

/** One link on one page, at one moment. */
export type LinkView = {
  page: Page;
  link: PaymentLinkRow;
  seller: Seller;
  plan: FeePlan;
  product: SellableProduct | null;
  picture: Picture | null;
  coupon: LinkCoupon;
  /** The bank registers no boleto without the payer's address. */
  boletoNeedsAddress: boolean;
};

export function linkPath({ token }: PaymentLinkRow): string {
  return `/l/${token}`;
}
