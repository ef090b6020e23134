import { Listing, type Page } from '../listing.ts';
import { Resource } from '../resource.ts';
import type { Settings } from '../settings.ts';
import type {
  AcceptInvitation,
  Account as AccountShape,
  ApiKey,
  AuditEntry,
  AuditFilters,
  AutomaticWithdrawals,
  Branding,
  ChangeApiKey,
  ChangeBranding,
  ChangeNotificationSettings,
  ChangePassword,
  CheckedInvitation,
  CheckedLink,
  CheckLink,
  ConfirmIdentity,
  CreateApiKey,
  CreatedApiKey,
  Credentials,
  CurrentSession,
  DisableTwoFactor,
  Domain,
  Done,
  Fees,
  File,
  FirstSteps,
  Identity,
  IdentityConfirmation,
  LoggedRequest,
  Mail,
  MailFilters,
  Notification,
  NotificationSettings,
  Overview,
  OverviewQuery,
  PageFilters,
  Registration,
  Removed,
  RequestFilters,
  ResetPassword,
  Session,
  SignIn,
  SubmitIdentity,
  TwoFactorConfirmation,
  TwoFactorProposal,
  UnreadNotifications,
  UpdateAccount,
  UpdateAutomaticWithdrawals,
  UploadQuery,
} from '../shapes.ts';
import type { PageOf, RequestOptions } from '../wire.ts';

export class Account extends Resource {
  retrieve(options?: RequestOptions): Promise<AccountShape> {
    return this.send('get', '/api/v1/account', {}, options);
  }

  update(change: UpdateAccount, options?: RequestOptions): Promise<AccountShape> {
    return this.send('patch', '/api/v1/account', { body: change }, options);
  }

  /** What new charges will cost, by method and number of installments. */
  fees(options?: RequestOptions): Promise<Fees> {
    return this.send('get', '/api/v1/account/fees', {}, options);
  }

  /** What payers and the seller are sent mails about. */
  notifications(options?: RequestOptions): Promise<NotificationSettings> {
    return this.send('get', '/api/v1/account/notifications', {}, options);
  }

  updateNotifications(
    change: ChangeNotificationSettings,
    options?: RequestOptions,
  ): Promise<NotificationSettings> {
    return this.send('patch', '/api/v1/account/notifications', { body: change }, options);
  }

  /** When withdrawals are requested automatically. */
  automaticWithdrawals(options?: RequestOptions): Promise<AutomaticWithdrawals> {
    return this.send('get', '/api/v1/account/automatic-withdrawals', {}, options);
  }

  setAutomaticWithdrawals(
    plan: UpdateAutomaticWithdrawals,
    options?: RequestOptions,
  ): Promise<AutomaticWithdrawals> {
    return this.send('put', '/api/v1/account/automatic-withdrawals', { body: plan }, options);
  }

  /** What is asked to verify who you are, what was sent, and why it was refused. */
  identity(options?: RequestOptions): Promise<Identity> {
    return this.send('get', '/api/v1/account/identity', {}, options);
  }

  /** Files are uploaded before, with the purpose `identity_document`. */
  submitIdentity(documents: SubmitIdentity, options?: RequestOptions): Promise<Identity> {
    return this.send('post', '/api/v1/account/identity/submit', { body: documents }, options);
  }

  /** What is left to set up. Needs a token: some of it is the person's own. */
  firstSteps(options?: RequestOptions): Promise<FirstSteps> {
    return this.send('get', '/api/v1/first-steps', {}, options);
  }

  /** Puts the list away for the signed-in person, or brings it back. */
  hideFirstSteps(hidden = true, options?: RequestOptions): Promise<FirstSteps> {
    return this.send('put', '/api/v1/first-steps', { body: { hidden } }, options);
  }

  /** What happened that the signed-in person should know, newest first. Needs a token. */
  inbox(
    filters?: PageFilters,
    options?: RequestOptions,
  ): Listing<Notification, PageOf<'/api/v1/notifications'>> {
    return this.listing('/api/v1/notifications', filters, options);
  }

  unread(options?: RequestOptions): Promise<UnreadNotifications> {
    return this.send('get', '/api/v1/notifications/unread', {}, options);
  }

  /** This one and all before it are read, for the signed-in person alone. */
  markRead(upTo: string, options?: RequestOptions): Promise<UnreadNotifications> {
    return this.send('put', '/api/v1/notifications/read', { body: { up_to: upTo } }, options);
  }

  /** What payers see: name, colour, logo, texts. */
  branding(options?: RequestOptions): Promise<Branding> {
    return this.send('get', '/api/v1/account/branding', {}, options);
  }

  updateBranding(change: ChangeBranding, options?: RequestOptions): Promise<Branding> {
    return this.send('patch', '/api/v1/account/branding', { body: change }, options);
  }

  /** Your own domain for the payment pages, with the DNS records that it needs. */
  domain(options?: RequestOptions): Promise<Domain> {
    return this.send('get', '/api/v1/account/domain', {}, options);
  }

  /** In use once `verifyDomain` has found its records. */
  setDomain(host: string, options?: RequestOptions): Promise<Domain> {
    return this.send('put', '/api/v1/account/domain', { body: { host } }, options);
  }

  /** Looks the records up now; `status` and `finding` say what was found. */
  verifyDomain(options?: RequestOptions): Promise<Domain> {
    return this.send('post', '/api/v1/account/domain/verify', {}, options);
  }

  /** Links begin with the address of the gateway again. */
  removeDomain(options?: RequestOptions): Promise<Done> {
    return this.send('delete', '/api/v1/account/domain', {}, options);
  }

  /** Sales, fees and refusals of the last days, by day and by method. */
  overview(query?: OverviewQuery, options?: RequestOptions): Promise<Overview> {
    return this.send('get', '/api/v1/overview', { query: query ?? {} }, options);
  }

  /** Who did what: keys, refunds, withdrawals, webhooks, sign-ins. */
  auditLog(
    filters?: AuditFilters,
    options?: RequestOptions,
  ): Listing<AuditEntry, PageOf<'/api/v1/audit-log'>> {
    return this.listing('/api/v1/audit-log', filters, options);
  }

  /** The last calls by key or token, with their errors. */
  requests(
    filters?: RequestFilters,
    options?: RequestOptions,
  ): Listing<LoggedRequest, PageOf<'/api/v1/requests'>> {
    return this.listing('/api/v1/requests', filters, options);
  }

  /** The mails of the account: kind, state and masked address. */
  mails(filters?: MailFilters, options?: RequestOptions): Listing<Mail, PageOf<'/api/v1/mails'>> {
    return this.listing('/api/v1/mails', filters, options);
  }
}

/** Uploaded files: logos, pictures of products, documents. */
export class Files extends Resource {
  /** Stored for a day, unless another call refers to it. */
  upload(content: Uint8Array, query: UploadQuery, options?: RequestOptions): Promise<File> {
    return this.send('post', '/api/v1/files', { content, query }, options);
  }
}

/** API keys. These calls need a token: a key cannot make keys. */
export class Keys extends Resource {
  /** The only answer that shows the whole key. */
  create(key: CreateApiKey = {}, options?: RequestOptions): Promise<CreatedApiKey> {
    return this.send('post', '/api/v1/keys', { body: key }, options);
  }

  list(options?: RequestOptions): Listing<ApiKey, Page<ApiKey> & { total: number }> {
    return new Listing(async () => {
      const { keys, total, has_more } = await this.send('get', '/api/v1/keys', {}, options);
      return { data: keys, total, has_more, next_cursor: null };
    });
  }

  /** The new limits hold when this answers. */
  update(id: string, change: ChangeApiKey, options?: RequestOptions): Promise<ApiKey> {
    return this.send('patch', '/api/v1/keys/{id}', { id, body: change }, options);
  }

  /** Refused everywhere from the moment this answers. */
  remove(id: string, options?: RequestOptions): Promise<Removed> {
    return this.removal('/api/v1/keys/{id}', id, options);
  }
}

export class Auth extends Resource {
  readonly sessions: Sessions;
  readonly twoFactor: TwoFactor;

  constructor(settings: Settings) {
    super(settings);
    this.sessions = new Sessions(settings);
    this.twoFactor = new TwoFactor(settings);
  }

  /** Opens an account. Use `client.with({ token })` with the answer. Not retried automatically. */
  register(registration: Registration, options?: RequestOptions): Promise<SignIn> {
    return this.send('post', '/api/v1/auth/register', { body: registration, isOpen: true }, options);
  }

  /** Gives a token for an hour. Use `client.with({ token })` with the answer. Not retried automatically. */
  login(credentials: Credentials, options?: RequestOptions): Promise<SignIn> {
    return this.send('post', '/api/v1/auth/login', { body: credentials, isOpen: true }, options);
  }

  /** Ends the token. */
  logout(options?: RequestOptions): Promise<Done> {
    return this.send('post', '/api/v1/auth/logout', {}, options);
  }

  /** Ends every token of the user. */
  password(change: ChangePassword, options?: RequestOptions): Promise<Done> {
    return this.send('post', '/api/v1/auth/password', { body: change }, options);
  }

  /** Sends a link to choose a new password. Answers the same whether or not the address has an account. */
  recover(email: string, options?: RequestOptions): Promise<Done> {
    return this.send('post', '/api/v1/auth/recover', { body: { email }, isOpen: true }, options);
  }

  /** A new password, with the token of that link. Ends every token of the user. */
  reset(reset: ResetPassword, options?: RequestOptions): Promise<Done> {
    return this.send('post', '/api/v1/auth/reset', { body: reset, isOpen: true }, options);
  }

  /** Whether the token of a link is still good, and for which address. Does not use the link. */
  checkLink(link: CheckLink, options?: RequestOptions): Promise<CheckedLink> {
    return this.send('post', '/api/v1/auth/check-link', { body: link, isOpen: true }, options);
  }

  /** What the token of an invitation is for. Does not use it. */
  checkInvitation(token: string, options?: RequestOptions): Promise<CheckedInvitation> {
    return this.send('post', '/api/v1/auth/check-invitation', { body: { token }, isOpen: true }, options);
  }

  /** Joins a team as a new person. Use `client.with({ token })` with the answer. Not retried automatically. */
  acceptInvitation(acceptance: AcceptInvitation, options?: RequestOptions): Promise<SignIn> {
    return this.send('post', '/api/v1/auth/accept-invitation', { body: acceptance, isOpen: true }, options);
  }

  /** Joins a team as the signed-in person; the answer's token acts in the team's account. */
  join(token: string, options?: RequestOptions): Promise<SignIn> {
    return this.send('post', '/api/v1/auth/join', { body: { token } }, options);
  }

  /** Goes on in another account of the person; the token before ends. */
  switch(accountId: string, options?: RequestOptions): Promise<SignIn> {
    return this.send('post', '/api/v1/auth/switch', { body: { account_id: accountId } }, options);
  }

  /** Confirms the e-mail address, with the token of the link in the mail. */
  verifyEmail(token: string, options?: RequestOptions): Promise<Done> {
    return this.send('post', '/api/v1/auth/verify-email', { body: { token }, isOpen: true }, options);
  }

  /** Sends another link to confirm the e-mail address. */
  resendVerification(options?: RequestOptions): Promise<Done> {
    return this.send('post', '/api/v1/auth/verify-email/resend', {}, options);
  }

  /**
   * Proves who is signed in again, for ten minutes: by the password, or by a code if the second factor is on. Needed after
   * REAUTHENTICATION_REQUIRED; then repeat the call.
   */
  confirm(proof: ConfirmIdentity, options?: RequestOptions): Promise<IdentityConfirmation> {
    return this.send('post', '/api/v1/auth/confirm', { body: proof }, options);
  }

  /** Who is signed in. */
  session(options?: RequestOptions): Promise<CurrentSession> {
    return this.send('get', '/api/v1/auth/session', {}, options);
  }
}

export class Sessions extends Resource {
  list(filters?: PageFilters, options?: RequestOptions): Listing<Session, PageOf<'/api/v1/auth/sessions'>> {
    return this.listing('/api/v1/auth/sessions', filters, options);
  }

  /** Signs out somewhere else. */
  remove(id: string, options?: RequestOptions): Promise<Removed> {
    return this.removal('/api/v1/auth/sessions/{id}', id, options);
  }
}

export class TwoFactor extends Resource {
  /** A secret for an authenticator app; in force once it is confirmed. */
  propose(password: string, options?: RequestOptions): Promise<TwoFactorProposal> {
    return this.send('post', '/api/v1/auth/two-factor', { body: { password } }, options);
  }

  /** The answer is the only one that shows the recovery codes. */
  confirm(code: string, options?: RequestOptions): Promise<TwoFactorConfirmation> {
    return this.send('post', '/api/v1/auth/two-factor/confirm', { body: { code } }, options);
  }

  disable(proof: DisableTwoFactor, options?: RequestOptions): Promise<Done> {
    return this.send('post', '/api/v1/auth/two-factor/disable', { body: proof }, options);
  }
}
