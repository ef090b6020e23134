import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PICTURES_VERSION, qrPng } from './png.ts';

/**
 * Stored answers are completed with pictures that are made again (write/short-answer.ts). When these bytes change, raise
 * PICTURES_VERSION and keep making the old ones for as long as answers are kept.
 */
const GOLDEN: [text: string, sha256: string][] = [
  ['a', '3633f8faf1dbb906d4c98ae9c573303fdb2cade3f42a19908be75b3d20341631'],
  [
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    '2701d8531b9487bc0d5198f7b6bec6fa3fece1b07ea2c5b26ac622e83c940c80',
  ],
  ['0'.repeat(512), '03c1e62cdf84b63451501a8c18fe60df8eccba9e9a688cfea5efdb8b19ccb00a'],
  ['Ação à vista: R$ 10,00', '0381be8b3cce51315a972cb43fe54d2c307d0b6c97b9ca728ab55f2500029f48'],
];

describe('the bytes of a picture', () => {
  it.each(GOLDEN)('of %s are those of version 1', (text, sha256) => {
    expect(PICTURES_VERSION).toBe('1');
    expect(createHash('sha256').update(qrPng(text)).digest('hex')).toBe(sha256);
  });
});
