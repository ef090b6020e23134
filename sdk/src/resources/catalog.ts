import type { Listing } from '../listing.ts';
import { type ExportedFile, Resource } from '../resource.ts';
import type { Settings } from '../settings.ts';
import type {
  Coupon,
  CouponFilters,
  CreateCoupon,
  CreateCustomer,
  CreatePaymentLink,
  CreateProduct,
  Customer,
  CustomerExport,
  CustomerFilters,
  CustomerSummary,
  PageFilters,
  PaymentLink,
  PaymentLinkExport,
  PaymentLinkFilters,
  Product,
  ProductFilters,
  ProductSplit,
  Removed,
  SplitItem,
  StoredCard,
  UpdateCoupon,
  UpdateCustomer,
  UpdatedProduct,
  UpdatePaymentLink,
  UpdateProduct,
} from '../shapes.ts';
import type { PageOf, RequestOptions } from '../wire.ts';

export class Customers extends Resource {
  readonly cards: StoredCards;

  constructor(settings: Settings) {
    super(settings);
    this.cards = new StoredCards(settings);
  }

  create(customer: CreateCustomer, options?: RequestOptions): Promise<Customer> {
    return this.send('post', '/api/v1/customers', { body: customer }, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<Customer> {
    return this.send('get', '/api/v1/customers/{id}', { id }, options);
  }

  list(filters?: CustomerFilters, options?: RequestOptions): Listing<Customer, PageOf<'/api/v1/customers'>> {
    return this.listing('/api/v1/customers', filters, options);
  }

  /** Only the fields that are given change. */
  update(id: string, change: UpdateCustomer, options?: RequestOptions): Promise<Customer> {
    return this.send('put', '/api/v1/customers/{id}', { id, body: change }, options);
  }

  /** How much the customer has paid, owes and got back. */
  summary(id: string, options?: RequestOptions): Promise<CustomerSummary> {
    return this.send('get', '/api/v1/customers/{id}/summary', { id }, options);
  }

  export(query: CustomerExport, options?: RequestOptions): Promise<ExportedFile> {
    return this.file('/api/v1/customers/export', query, options);
  }
}

/** Cards that a customer agreed to have kept: `charges.pay` takes their ids as `card_id`. */
export class StoredCards extends Resource {
  /** Newest first. */
  list(
    customerId: string,
    filters?: PageFilters,
    options?: RequestOptions,
  ): Listing<StoredCard, PageOf<'/api/v1/customers/{id}/cards'>> {
    return this.listing('/api/v1/customers/{id}/cards', filters, options, customerId);
  }

  /** Its acquirer forgets it too. */
  remove(customerId: string, cardId: string, options?: RequestOptions): Promise<Removed> {
    return this.removal('/api/v1/customers/{id}/cards/{card_id}', customerId, options, { cardId });
  }
}

export class Products extends Resource {
  readonly splits: ProductSplitRules;

  constructor(settings: Settings) {
    super(settings);
    this.splits = new ProductSplitRules(settings);
  }

  create(product: CreateProduct, options?: RequestOptions): Promise<Product> {
    return this.send('post', '/api/v1/products', { body: product }, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<Product> {
    return this.send('get', '/api/v1/products/{id}', { id }, options);
  }

  /** Only the fields that are given change. */
  update(id: string, change: UpdateProduct, options?: RequestOptions): Promise<UpdatedProduct> {
    return this.send('put', '/api/v1/products/{id}', { id, body: change }, options);
  }

  list(filters?: ProductFilters, options?: RequestOptions): Listing<Product, PageOf<'/api/v1/products'>> {
    return this.listing('/api/v1/products', filters, options);
  }

  /** Takes it out of lists and of sale; past charges keep it. */
  remove(id: string, options?: RequestOptions): Promise<Removed> {
    return this.removal('/api/v1/products/{id}', id, options);
  }
}

/** What every charge of a product pays to others; a charge's own split overrides it for the same recipient. */
export class ProductSplitRules extends Resource {
  retrieve(productId: string, options?: RequestOptions): Promise<ProductSplit> {
    return this.send('get', '/api/v1/products/{id}/splits', { id: productId }, options);
  }

  /** Replaces the list; an empty list removes it. */
  update(productId: string, split: SplitItem[], options?: RequestOptions): Promise<ProductSplit> {
    return this.send('put', '/api/v1/products/{id}/splits', { id: productId, body: { split } }, options);
  }
}

export class PaymentLinks extends Resource {
  /** A page at `url` that creates a charge for each payer. Without `value` the payer types the amount. */
  create(link: CreatePaymentLink, options?: RequestOptions): Promise<PaymentLink> {
    return this.send('post', '/api/v1/payment-links', { body: link }, options);
  }

  /** Only the fields that are given change. Charges that were started through it stay as they are. */
  update(id: string, change: UpdatePaymentLink, options?: RequestOptions): Promise<PaymentLink> {
    return this.send('put', '/api/v1/payment-links/{id}', { id, body: change }, options);
  }

  export(query: PaymentLinkExport, options?: RequestOptions): Promise<ExportedFile> {
    return this.file('/api/v1/payment-links/export', query, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<PaymentLink> {
    return this.send('get', '/api/v1/payment-links/{id}', { id }, options);
  }

  list(
    filters?: PaymentLinkFilters,
    options?: RequestOptions,
  ): Listing<PaymentLink, PageOf<'/api/v1/payment-links'>> {
    return this.listing('/api/v1/payment-links', filters, options);
  }

  /** Deactivates it: its page then says so. */
  remove(id: string, options?: RequestOptions): Promise<Removed> {
    return this.removal('/api/v1/payment-links/{id}', id, options);
  }
}

/** Codes that payers of links type for a discount. */
export class Coupons extends Resource {
  /** With `percent` or `amount`. Without `payment_link_id` it is for every link. */
  create(coupon: CreateCoupon, options?: RequestOptions): Promise<Coupon> {
    return this.send('post', '/api/v1/coupons', { body: coupon }, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<Coupon> {
    return this.send('get', '/api/v1/coupons/{id}', { id }, options);
  }

  list(filters?: CouponFilters, options?: RequestOptions): Listing<Coupon, PageOf<'/api/v1/coupons'>> {
    return this.listing('/api/v1/coupons', filters, options);
  }

  /** Only the fields that are given change. Charges that were made with it stay as they are. */
  update(id: string, change: UpdateCoupon, options?: RequestOptions): Promise<Coupon> {
    return this.send('patch', '/api/v1/coupons/{id}', { id, body: change }, options);
  }

  /** Its code is free again; charges that were made with it stay as they are. */
  remove(id: string, options?: RequestOptions): Promise<Removed> {
    return this.removal('/api/v1/coupons/{id}', id, options);
  }
}
