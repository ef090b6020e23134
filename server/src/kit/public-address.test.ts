import { describe, expect, it } from 'vitest';
import { HOSTILE_URLS, ORDINARY_URLS } from '../../../test/support/notification-urls.ts';
import { addressGuard, LOOPBACK, readNetworks } from './public-address.ts';

const strict = addressGuard([]);

describe('addresses that may be reached', () => {
  it.each([
    '8.8.8.8',
    '1.0.0.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2804:14d::1',
    '3ffe::1',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '::ffff:0:8.8.8.8',
  ])('%s is public', (address) => {
    expect(strict.allows(address)).toBe(true);
  });

  it.each([
    ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
    ...['127.0.0.0', '127.255.255.255', '169.254.0.0', '169.254.255.255', '172.16.0.0', '172.31.255.255'],
    ...['192.0.0.0', '192.0.0.255', '192.0.2.0', '192.88.99.1', '192.168.0.0', '192.168.255.255'],
    ...['198.18.0.0', '198.19.255.255', '198.51.100.0', '203.0.113.255', '224.0.0.0', '239.255.255.255'],
    ...['240.0.0.0', '255.255.255.254', '255.255.255.255'],
    ...['::', '::1', '::2', '::127.0.0.1', '::a00:1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe'],
    ...['::ffff:0:10.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '100:0:0:1::1'],
    ...['1::1', '2001::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:db8::1', '2002:808:808::1'],
    ...['3fff::1', '4000::1', '5f00::1', 'fc00::1', 'fdff::1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
    ...['fec0::1', 'feff::1', 'ff02::1', '2606:4700:4700::1111%eth0'],
    ...[
      '',
      ' ',
      'example.com',
      'localhost',
      '127.1',
      '8.8.8',
      '0x08080808',
      '08.8.8.8',
      '8.8.8.8.',
      '8.8.8.8 ',
    ],
    ...['[2606:4700:4700::1111]', '2606:4700', ':::', '8.8.8.8/32', '1.2.3.4.5', '256.1.1.1'],
  ])('%j is not', (address) => {
    expect(strict.allows(address)).toBe(false);
  });

  it('are also those of an allowed network, and no others', () => {
    const guard = addressGuard(readNetworks('10.1.0.0/16, fd00:1::/32 ,192.168.7.7,::1'));
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5', '192.168.7.7', '::1', '8.8.8.8']) {
      expect(guard.allows(address), address).toBe(true);
    }
    for (const address of ['10.2.0.1', 'fd00:2::5', '192.168.7.8', '127.0.0.1', '::a01:203', '::2']) {
      expect(guard.allows(address), address).toBe(false);
    }
  });

  it('are those of the machine itself where loopback is allowed', () => {
    const guard = addressGuard(LOOPBACK);
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(guard.allows)).toBe(true);
    expect(['0.0.0.0', '::', '10.0.0.1', '::7f00:1', '64:ff9b::7f00:1'].some(guard.allows)).toBe(false);
    expect(guard.refusalOf('http://localhost:3000/hook')).toBeNull();
    expect(guard.refusalOf('http://2130706433/hook')).toBeNull();
    expect(guard.refusalOf('http://0.0.0.0/hook')).not.toBeNull();
  });
});

describe('URLs of notifications', () => {
  it('has a table of at least 60 hostile forms, each once', () => {
    expect(new Set(HOSTILE_URLS).size).toBe(HOSTILE_URLS.length);
    expect(HOSTILE_URLS.length).toBeGreaterThanOrEqual(60);
    expect(ORDINARY_URLS.length).toBeGreaterThanOrEqual(20);
  });

  it.each(HOSTILE_URLS)('%j is refused', (url) => {
    expect(strict.refusalOf(url.replace('PORT', '8080'))).toMatch(/^must /);
  });

  it.each(ORDINARY_URLS)('%j is not', (url) => {
    expect(strict.refusalOf(url)).toBeNull();
  });

  it('says what is wrong', () => {
    const rule = 'must not point to a private or reserved address';
    expect(strict.refusalOf('http://[::ffff:127.0.0.1]/')).toBe(rule);
    expect(strict.refusalOf('http://localhost./')).toBe(rule);
    expect(strict.refusalOf('ftp://example.com')).toBe(
      'must be an http or https address without credentials',
    );
  });
});

describe('lists of networks', () => {
  it.each([
    ['none', 0],
    ['loopback', 2],
    ['loopback,10.0.0.0/8', 3],
    ['10.0.0.1', 1],
    ['0.0.0.0/0,::/0', 2],
    [' fd00::/8 , 192.168.0.0/16 ', 2],
  ])('%j holds %d', (raw, count) => {
    expect(readNetworks(raw)).toHaveLength(count);
  });

  it.each([
    ...['', ',', 'localhost', 'all', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0/8'],
    ...['::/129', 'fe80::1%eth0', '10.0.0.0/8,', '0x7f.1', '10.0.0.0/ 8', '10.0.0.0/8.5'],
  ])('%j is none', (raw) => {
    expect(() => readNetworks(raw)).toThrow(/^must list networks or addresses .+ is none of these$/);
  });
});
