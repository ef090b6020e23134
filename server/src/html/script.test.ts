import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readScript, script } from './script.ts';

describe('the script of the pages', () => {
  it('has a name that changes with its content, and the digest that the page promises', () => {
    const digest = createHash('sha384').update(script.content).digest('base64');
    expect(script.integrity).toBe(`sha384-${digest}`);
    expect(script.path).toMatch(/^\/assets\/checkout\.[0-9a-f]{12}\.js$/);
    expect(script.content.length).toBeGreaterThan(1_000);
  });

  it('says how to build it where it is missing', () => {
    expect(() => readScript([pathToFileURL('/nowhere/checkout.js')])).toThrow('npm run build');
  });
});
