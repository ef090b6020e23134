import type { EventName, FeedEvent, WebhookEvent } from '../event-types.ts';
import type { Listing } from '../listing.ts';
import { Resource } from '../resource.ts';
import type {
  CreateWebhook,
  Delivery,
  DeliveryFilters,
  DeliveryWithAttempts,
  EventFilters,
  EventPage,
  PageFilters,
  RedeliverFailed,
  RedeliveryResult,
  Removed,
  UpdatedWebhook,
  UpdateWebhook,
  Webhook,
  WebhookWithSecret,
} from '../shapes.ts';
import { type IncomingHeaders, type VerifyOptions, verifyWebhook } from '../verify.ts';
import type { PageOf, RequestOptions } from '../wire.ts';

export class Webhooks extends Resource {
  /** The answer is the only one that shows the secret: keep it for `verify`. */
  async create(webhook: CreateWebhook, options?: RequestOptions): Promise<WebhookWithSecret> {
    return (await this.send('post', '/api/v1/webhooks', { body: webhook }, options)).webhook;
  }

  list(filters?: PageFilters, options?: RequestOptions): Listing<Webhook, PageOf<'/api/v1/webhooks'>> {
    return this.listing('/api/v1/webhooks', filters, options);
  }

  /** `active: false` pauses it and keeps what happens; `true` resumes and sends that. */
  async update(id: string, change: UpdateWebhook, options?: RequestOptions): Promise<UpdatedWebhook> {
    return (await this.send('patch', '/api/v1/webhooks/{id}', { id, body: change }, options)).webhook;
  }

  remove(id: string, options?: RequestOptions): Promise<Removed> {
    return this.removal('/api/v1/webhooks/{id}', id, options);
  }

  /** A new secret. The old one signs too for 24 hours, so that `verify` knows either. */
  async rotateSecret(id: string, options?: RequestOptions): Promise<WebhookWithSecret> {
    return (await this.send('post', '/api/v1/webhooks/{id}/rotate-secret', { id }, options)).webhook;
  }

  /** Sends an invented event, marked `test: true`. */
  async test(id: string, event?: EventName, options?: RequestOptions): Promise<Delivery> {
    const body = event === undefined ? {} : { event };
    return (await this.send('post', '/api/v1/webhooks/{id}/test', { id, body }, options)).delivery;
  }

  /**
   * The event of a request to your webhook, once it is proven to come from the gateway. `payload` is the raw body.
   * `verifyWebhook` is the same without a client.
   */
  verify(
    payload: string | Uint8Array | ArrayBuffer,
    headers: IncomingHeaders,
    secret: string | readonly string[],
    options?: VerifyOptions,
  ): Promise<WebhookEvent> {
    return verifyWebhook(payload, headers, secret, options);
  }
}

export class Deliveries extends Resource {
  list(filters?: DeliveryFilters, options?: RequestOptions): Listing<Delivery, PageOf<'/api/v1/deliveries'>> {
    return this.listing('/api/v1/deliveries', filters, options);
  }

  /** With every attempt and the beginning of its answer. */
  retrieve(id: string, options?: RequestOptions): Promise<DeliveryWithAttempts> {
    return this.send('get', '/api/v1/deliveries/{id}', { id }, options);
  }

  async redeliver(id: string, options?: RequestOptions): Promise<Delivery> {
    return (await this.send('post', '/api/v1/deliveries/{id}/redeliver', { id }, options)).delivery;
  }

  /** Everything that failed in a period; call again while `has_more`. */
  redeliverFailed(period: RedeliverFailed, options?: RequestOptions): Promise<RedeliveryResult> {
    return this.send('post', '/api/v1/deliveries/redeliver', { body: period }, options);
  }
}

export class Events extends Resource {
  /** Oldest first, each once: keep `next_cursor` and go on from there later. */
  list(filters?: EventFilters, options?: RequestOptions): Listing<FeedEvent, EventPage> {
    return this.listing('/api/v1/events', filters, options) as unknown as Listing<FeedEvent, EventPage>;
  }
}
