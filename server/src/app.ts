import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Registry } from 'prom-client';
import { createAccess } from './accounts/auth/access.ts';
import { authentication } from './accounts/auth/authenticate.ts';
import { clearRefusedCookie, keepSignedIn } from './accounts/auth/browser.ts';
import { requireOwnPassword } from './accounts/auth/first-password.ts';
import { applyPermissions, requireFieldPermissions } from './accounts/auth/permission.ts';
import { requireRecentProof } from './accounts/auth/recent-proof.ts';
import { type CredentialUses, credentialUses } from './accounts/auth/uses.ts';
import { accountRoutes } from './accounts/routes.ts';
import { registerAlertFigures } from './alerts/metrics.ts';
import type { GatewayDeps } from './assemble.ts';
import { payoutCallbackRoutes } from './balance/payouts/callback-routes.ts';
import { registerCoverageFigures } from './balance/payouts/metrics.ts';
import { balanceRoutes } from './balance/routes.ts';
import { couponRoutes } from './catalog/coupon-routes.ts';
import { customerRoutes } from './catalog/customer-routes.ts';
import { catalogExportRoutes } from './catalog/export-routes.ts';
import { paymentLinkRoutes } from './catalog/payment-link-routes.ts';
import { productRoutes } from './catalog/product-routes.ts';
import { boletoCallbackRoutes } from './charges/boletos/callback-routes.ts';
import { cardCallbackRoutes } from './charges/cards/callback-routes.ts';
import { callbackRoutes } from './charges/pix/callback-routes.ts';
import { chargeRoutes } from './charges/routes.ts';
import { ownDomains } from './checkout/own-domain.ts';
import { previewRoutes } from './checkout/preview-routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { registerConnectionFigures } from './db/figures.ts';
import { publicPages, unreadablePage } from './html/public-pages.ts';
import type { App } from './http/app-type.ts';
import { refuseCardNumbers } from './http/card-numbers.ts';
import { certificateRoutes } from './http/certificates.ts';
import { isOfApi, refuseBadPath, refuseBadRequest, renderErrors } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { requireHost } from './http/host.ts';
import { type Idempotency, idempotency } from './http/idempotency.ts';
import {
  BODY_LIMIT_BYTES,
  findUnstorableText,
  parseJsonBody,
  requireStorableText,
} from './http/json-body.ts';
import { metricsRoutes } from './http/metrics.ts';
import { describeApi } from './http/openapi/describe.ts';
import { chargedAccountOf } from './http/principal.ts';
import { requireReadableQuery } from './http/query-text.ts';
import { type HitCounter, noneLeft, type RateLimit, rateLimit } from './http/rate-limit.ts';
import { refuseEarly } from './http/refuse-early.ts';
import { logRequests, registerRequestLogFigure } from './http/request-log/log.ts';
import { requestLogRoutes } from './http/request-log/routes.ts';
import { secureAnswers } from './http/security-headers.ts';
import { serializerCompiler } from './http/serialization.ts';
import { validatorCompiler } from './http/validation.ts';
import { maskViewAnswers } from './http/view-answers.ts';
import { registerJobFigures } from './jobs/metrics.ts';
import { type MovableClock, SECOND_MS } from './kit/clock.ts';
import { GatewayError } from './kit/errors.ts';
import { maskedText } from './kit/masked-text.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { unsubscribeRoutes } from './notifications/unsubscribe-routes.ts';
import { operatorRoutes } from './operators/routes.ts';
import { registerProviderFigures } from './providers/metrics.ts';
import { registerReconciliationFigures } from './reconciliation/metrics.ts';
import { reconciliationRoutes } from './reconciliation/routes.ts';
import { livesOf } from './retention/lives.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { unknownPage } from './site/dashboard-routes.ts';
import { siteRoutes } from './site/routes.ts';
import { sentMessages } from './webhooks/message-shapes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { runEverythingDue } from './worker.ts';

/** From its first byte to its last. The largest body has 64 KB. */
const REQUEST_WITHIN_MS = 10 * SECOND_MS;
const LOOK_FOR_SLOW_MS = SECOND_MS;
const REQUEST_ID = /^[\w.-]{1,100}$/;

/** The id is part of every log line: an id that contains a card number or document is replaced. */
function isRequestId(given: string): boolean {
  return REQUEST_ID.test(given) && maskedText(given) === given;
}

export type AppDeps = GatewayDeps & {
  hits: HitCounter;
  /** The sandbox moves this clock; live rails have none to move. */
  movableClock: MovableClock;
};

export type Gateway = { app: App; uses: CredentialUses };

/** Everything HTTP, from dependencies to a server that is not listening yet. */
export async function buildApp(deps: AppDeps, extend?: (app: App) => void): Promise<Gateway> {
  const limit = rateLimit(deps.config, deps.hits);
  const app: App = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: deps.config.GUICHE_TRUST_PROXY ? [...deps.config.GUICHE_TRUST_PROXY] : false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && isRequestId(given) ? given : deps.ids.next();
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Requests that arrive while the process stops are still handled, not refused by Fastify with 503.
    return503OnClosing: false,
    frameworkErrors: refuseBadPath(limit, unreadablePage(deps)),
    clientErrorHandler: refuseBadRequest(() => ({
      'X-Request-Id': deps.ids.next(),
      ...noneLeft(deps.config),
    })),
    // Without Host, Node would answer an empty 400: `requireHost` refuses it with our own error.
    http: {
      requireHostHeader: false,
      headersTimeout: REQUEST_WITHIN_MS,
      connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
    },
    requestTimeout: REQUEST_WITHIN_MS,
  }).withTypeProvider<TypeBoxTypeProvider>();
  // An unknown Expect header is ignored: Node would answer 417, which this API does not use.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  readJson(app);
  applyPermissions(app);
  const keys = idempotency(deps, livesOf(deps.config).answersMs);
  renderErrors(app, unknownPage(deps), keys.replayStored);
  secureAnswers(app);
  maskViewAnswers(app);
  const uses = guardRequests(app, deps, limit, keys);
  logRequests(app, deps.requestLog);
  await describeApi(app, sentMessages);
  metricsRoutes(app, figuresOf(deps));
  healthRoutes(app, deps);
  certificateRoutes(app, deps);
  registerRoutes(app, deps);
  extend?.(app);
  await app.ready();
  refuseEarly(app, deps);
  return { app, uses };
}

function figuresOf(deps: GatewayDeps): (registry: Registry) => void {
  return (registry) => {
    deps.deliveryMetrics.register(registry, deps);
    registerRequestLogFigure(registry, deps.requestLog);
    registerProviderFigures(registry, deps.rails);
    registerJobFigures(registry, deps);
    registerCoverageFigures(registry, deps);
    registerReconciliationFigures(registry, deps);
    registerAlertFigures(registry, deps);
    deps.inProgress.register(registry);
    deps.reads.register(registry);
    registerConnectionFigures(registry, deps.db);
    deps.retention.metrics.register(registry);
  };
}

/** Only health and metrics, for GUICHE_METRICS_PORT. */
export function buildFigures(deps: GatewayDeps): App {
  const app: App = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  }).withTypeProvider<TypeBoxTypeProvider>();
  metricsRoutes(app, figuresOf(deps));
  healthRoutes(app, deps);
  certificateRoutes(app, deps);
  return app;
}

function readJson(app: App): void {
  app.decorateRequest('rawBody', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // What a provider sends may hold numbers and keys that nothing here reads.
    const exact = request.routeOptions.config.access !== undefined;
    if (request.routeOptions.config.keepsRawBody) request.rawBody = body as Buffer;
    try {
      done(null, body.length === 0 ? undefined : parseJsonBody(body as Buffer, { exact }));
    } catch (error) {
      done(error as Error);
    }
  });
}

/**
 * In order: overload, authentication, rate limit, permission, storable text, card numbers, recent proof of identity,
 * idempotency; then the route's schema.
 */
function guardRequests(app: App, deps: AppDeps, limit: RateLimit, keys: Idempotency): CredentialUses {
  const uses = credentialUses(deps.db);
  const authenticate = authentication(deps, createAccess(deps), uses);
  app.decorateRequest('principal', null);
  app.decorateRequest('byCookie', false);
  app.decorateRequest('keyClaim', null);
  app.decorateRequest('keyRenewal', null);
  app.decorateRequest('objectId', '');
  app.decorateRequest('domainAccountId', null);
  const { foreignHost, isAnsweredFor } = ownDomains(deps);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    const { access, rate, isUncounted } = request.routeOptions.config;
    const isCall = access || (request.is404 && isOfApi(request.url));
    if (!isUncounted) enter(deps, reply, Boolean(isCall));
    const host = foreignHost(request);
    if (host !== null && (await isAnsweredFor(host, request, reply))) return reply;
    // A public page that creates something is limited by address.
    if (!isCall && rate) await limit(request, reply);
    if (!isCall) return requireHost(request);
    const refusal = await authenticate(request);
    if (request.byCookie) clearRefusedCookie(deps, { reply, refusal });
    await limit(request, reply);
    if (request.principal) deps.inProgress.enterFor(chargedAccountOf(request.principal), reply);
    requireHost(request);
    if (refusal) throw refusal;
    requireOwnPassword(request);
    if (request.byCookie) await keepSignedIn(deps, request, reply);
  });
  app.addHook('preValidation', async (request, reply) => {
    if (!request.routeOptions.config.access) return;
    requireReadableQuery(request.url);
    requireStorable(request);
    refuseCardNumbers(request, deps.rails);
    requireFieldPermissions(request);
    if (request.method === 'POST') {
      request.objectId = deps.ids.next();
      await keys.begin(request, reply);
      // What is done is answered again, however long ago the proof was.
      if (reply.sent) return;
    }
    await requireRecentProof(deps, request);
  });
  app.addHook('onSend', keys.end);
  if (deps.standby) noteWrites(app, deps);
  return uses;
}

/** Before the answer leaves: who then asks for a list must find in it what was done. */
function noteWrites(app: App, { reads }: AppDeps): void {
  app.addHook('onSend', async ({ method, principal }) => {
    if (principal && method !== 'GET' && method !== 'HEAD') reads.wrote([principal.accountId]);
  });
}

/** Early: a request that is refused here has cost next to nothing. */
function enter({ inProgress, config }: AppDeps, reply: FastifyReply, isCall: boolean): void {
  try {
    inProgress.enter(reply);
  } catch (error) {
    if (isCall) reply.headers(noneLeft(config));
    throw error;
  }
}

function requireStorable(request: FastifyRequest): void {
  requireStorableText(request.body);
  requireStorableText(request.query);
  if (findUnstorableText(request.params) !== null) throw new GatewayError('NOT_FOUND');
}

function registerRoutes(app: App, deps: AppDeps): void {
  accountRoutes(app, deps);
  chargeRoutes(app, deps);
  callbackRoutes(app, deps);
  payoutCallbackRoutes(app, deps);
  boletoCallbackRoutes(app, deps);
  cardCallbackRoutes(app, deps);
  customerRoutes(app, deps);
  productRoutes(app, deps);
  paymentLinkRoutes(app, deps);
  couponRoutes(app, deps);
  catalogExportRoutes(app, deps);
  balanceRoutes(app, deps);
  webhookRoutes(app, deps);
  operatorRoutes(app, deps);
  reconciliationRoutes(app, deps);
  requestLogRoutes(app, deps);
  notificationRoutes(app, deps);
  previewRoutes(app, deps);
  publicPages(app, deps, (pages) => {
    siteRoutes(pages, deps);
    checkoutRoutes(pages, deps);
    unsubscribeRoutes(pages, deps);
  });
  if (deps.config.GUICHE_RAILS === 'sandbox') {
    sandboxRoutes(app, deps, {
      clock: deps.movableClock,
      runEverythingDue: () => runEverythingDue(deps),
      prepareFor: (atMs) => deps.retention.makeAhead(atMs),
    });
  }
}
