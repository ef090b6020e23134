import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app-type.ts';
import type { Access, Principal } from '../../http/principal.ts';
import { assert, GatewayError } from '../../kit/errors.ts';
import { FIELDS, isForView, NARROWED, OPERATIONS, type Permission, SCOPES } from '../../kit/permissions.ts';

/** Gives every route its line of the table. A route that the table does not name, or names otherwise, stops the start. */
export function applyPermissions(app: App): void {
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {};
    if (!route.url.startsWith('/api/') && (access === undefined || access === 'public')) return;
    const methods = Array.isArray(route.method) ? route.method : [route.method];
    for (const method of methods) {
      const operation = operationOf(method, route.url);
      const needed = OPERATIONS[operation];
      if (needed === undefined) throw new Error(`${operation} is not in the table of kit/permissions.ts`);
      if (access !== accessFor(needed)) {
        throw new Error(`${operation} needs ${needed}, which is not the access "${access}" of its route`);
      }
      route.config = { ...route.config, operation, needs: needed };
    }
  });
}

/** `url`: as the route was registered, with `:id`. HEAD is allowed where GET is. */
function operationOf(method: string, url: string): string {
  return `${method === 'HEAD' ? 'GET' : method} ${url.replace(/:(\w+)/g, '{$1}')}`;
}

/** Which credentials a permission is for. */
function accessFor(needed: Permission | 'public'): Access {
  if (needed === 'public') return 'public';
  if (needed === 'admin') return 'operator';
  return SCOPES.some((scope) => scope === needed) ? 'key' : 'jwt';
}

export function operationRefusal(
  { routeOptions, query }: FastifyRequest,
  principal: Principal,
): GatewayError | null {
  const { operation = '', needs: needsForAll } = routeOptions.config;
  assert(needsForAll && needsForAll !== 'public', 'a route that takes a credential is in the table');
  const narrowed = Object.entries(NARROWED[operation] ?? {}).find(([field]) =>
    Object.hasOwn(query as object, field),
  );
  const needs = narrowed?.[1] ?? needsForAll;
  if (principal.view && !isForView(operation)) return new GatewayError('VIEW_ONLY');
  if (principal.view && !narrowed) return null;
  return principal.permissions.has(needs) ? null : forbidden(principal, needs);
}

/** Fields of the body that need more than their operation. */
export function requireFieldPermissions({ routeOptions, principal, body }: FastifyRequest): void {
  const fields = FIELDS[routeOptions.config.operation ?? ''];
  if (!fields || !principal || typeof body !== 'object' || body === null) return;
  for (const [field, needed] of Object.entries(fields)) {
    if (Object.hasOwn(body, field) && !principal.permissions.has(needed)) throw forbidden(principal, needed);
  }
}

/** To a seller, an operation for operators has no name. */
function forbidden({ via, teamRole }: Pick<Principal, 'via' | 'teamRole'>, needed: Permission): GatewayError {
  if (needed === 'admin') return new GatewayError('FORBIDDEN');
  const message =
    via === 'api_key'
      ? `The API key lacks the scope ${needed}`
      : `The role ${teamRole} lacks the permission ${needed}`;
  return new GatewayError('FORBIDDEN', message, { permission: needed });
}
