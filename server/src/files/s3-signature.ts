import { createHash, createHmac } from 'node:crypto';

export type S3Credentials = { readonly key: string; readonly secret: string; readonly region: string };
export type S3Request = {
  readonly method: string;
  readonly url: URL;
  /** Sent with the request and signed, besides those that the signature adds. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
};

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** The headers of a request signed by AWS Signature Version 4, which every S3-compatible store checks. */
export function signedHeaders(
  { method, url, headers, body }: S3Request,
  { key, secret, region }: S3Credentials,
  now: Date,
): Record<string, string> {
  // 20130524T000000Z
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const bodyHash = sha256(body ?? '');
  const sent: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
  };
  const named = Object.entries(sent)
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const names = named.map(([name]) => name).join(';');
  const canonical = [
    method,
    url.pathname.split('/').map(encoded).join('/'),
    queryOf(url),
    ...named.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const derived = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day));
  const signature = hmac(derived, [ALGORITHM, time, scope, sha256(canonical)].join('\n')).toString('hex');
  const authorization = `${ALGORITHM} Credential=${key}/${scope},SignedHeaders=${names},Signature=${signature}`;
  const { host: _, ...rest } = sent;
  return { ...rest, authorization };
}

function queryOf(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${strictly(name)}=${strictly(value)}`)
    .sort()
    .join('&');
}

/** A part of the path, which a URL holds encoded, but not as strictly. */
function encoded(part: string): string {
  return strictly(decodeURIComponent(part));
}

function strictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
