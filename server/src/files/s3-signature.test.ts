import { describe, expect, it } from 'vitest';
import { type S3Request, signedHeaders } from './s3-signature.ts';

const credentials = {
  key: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const now = new Date('2013-05-24T00:00:00Z');
const host = 'https://examplebucket.s3.amazonaws.com';

/** The examples of the Amazon S3 API reference, "Signature Calculations for the Authorization Header". */
type Example = {
  name: string;
  request: Omit<S3Request, 'url'> & { url: string };
  names: string;
  signature: string;
};
const EXAMPLES: readonly Example[] = [
  {
    name: 'GET object',
    request: { method: 'GET', url: `${host}/test.txt`, headers: { range: 'bytes=0-9' }, body: null },
    names: 'host;range;x-amz-content-sha256;x-amz-date',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'PUT object',
    request: {
      method: 'PUT',
      url: `${host}/test$file.text`,
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: Buffer.from('Welcome to Amazon S3.'),
    },
    names: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'GET bucket lifecycle',
    request: { method: 'GET', url: `${host}/?lifecycle`, headers: {}, body: null },
    names: 'host;x-amz-content-sha256;x-amz-date',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'list objects',
    request: { method: 'GET', url: `${host}/?max-keys=2&prefix=J`, headers: {}, body: null },
    names: 'host;x-amz-content-sha256;x-amz-date',
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
];

describe('a request to an object store', () => {
  it.each(EXAMPLES)('is signed as in the published example: $name', ({ request, names, signature }) => {
    const headers = signedHeaders({ ...request, url: new URL(request.url) }, credentials, now);
    expect(headers.authorization).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`,
    );
    expect(headers['x-amz-date']).toBe('20130524T000000Z');
    expect(headers.host).toBeUndefined();
  });
});
