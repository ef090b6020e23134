import type { PreparedRequest } from '../http/exchange.ts';
import type { PspConfig } from './config.ts';

export function tokenRequest(config: PspConfig): PreparedRequest {
  const { clientAuth, clientId, clientSecret, tokenBody, scopes, profile } = config;
  const url = new URL(config.tokenUrl);
  const fields: Record<string, string> = {};
  if (profile.grantInQuery) url.searchParams.set('grant_type', 'client_credentials');
  else fields.grant_type = 'client_credentials';
  if (scopes.length > 0) fields.scope = scopes.join(' ');
  if (clientAuth !== 'basic') fields.client_id = clientId;
  if (clientAuth === 'body' && clientSecret) fields.client_secret = clientSecret.reveal();
  const basic = Buffer.from(`${clientId}:${clientSecret?.reveal() ?? ''}`).toString('base64');
  return {
    url,
    method: 'POST',
    headers: {
      'content-type': tokenBody === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(clientAuth === 'basic' ? { authorization: `Basic ${basic}` } : {}),
    },
    body: tokenBody === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
  };
}
