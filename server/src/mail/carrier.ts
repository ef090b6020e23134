/** A mail as it leaves the gateway. */
export type OutgoingMail = {
  /** The same at every attempt, so that a receiver can recognise a mail that was sent twice. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** In whose name it is sent: shown before our own name. Null: ours alone. */
  senderName: string | null;
  /** Where answers go; null: nowhere. */
  replyTo: string | null;
  /** Takes the recipient off a list by a POST without a page (RFC 8058). */
  unsubscribeUrl: string | null;
};

/** `isFinal`: another attempt would be refused too. */
export type CarrierOutcome = { sent: true } | { sent: false; isFinal: boolean; reason: string };

/** Takes mails out of the gateway: one mail per call. What the other side does is an outcome, not an exception. */
export type Carrier = {
  /** `outbox`: mails stay in the gateway and are shown there. `off`: none is sent. */
  readonly kind: 'smtp' | 'outbox' | 'off';
  /** What stands behind the @ of message ids. */
  readonly domain: string;
  send(mail: OutgoingMail): Promise<CarrierOutcome>;
  stop(): Promise<void>;
};

/** The sandbox without an SMTP server: the stored mail is all there is. */
export const outboxCarrier: Carrier = {
  kind: 'outbox',
  domain: 'outbox.invalid',
  send: async () => ({ sent: true }),
  stop: async () => {},
};

/** Live rails without an SMTP server. A mail that is sent later, when there is one, would come too late. */
export const offCarrier: Carrier = {
  kind: 'off',
  domain: 'off.invalid',
  send: async () => ({ sent: false, isFinal: true, reason: 'mail is off: GUICHE_SMTP_URL is not set' }),
  stop: async () => {},
};
