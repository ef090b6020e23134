import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addressGuardOf, publicUrlOf, readConfig, settings } from './config.ts';
import { requireMailSender } from './mail-settings.ts';

describe('configuration', () => {
  it('has a default for everything', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      GUICHE_RAILS: 'sandbox',
      DATABASE_URL: null,
    });
    expect(config.GUICHE_ROLES).toEqual(['api', 'worker']);
    expect(publicUrlOf(config)).toBe('http://127.0.0.1:3000');
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['GUICHE_ROLES', 'api,cron'],
    ['GUICHE_ROLES', ','],
    ['GUICHE_RAILS', 'Live'],
    ['DATABASE_URL', 'mysql://x'],
    ['REDIS_URL', 'localhost'],
    ['PUBLIC_URL', 'ftp://x'],
    ['GUICHE_SECRET_KEY', 'short'],
    ['GUICHE_RATE_GENERAL', '-1'],
    ['GUICHE_DEMO', 'yes'],
    ['GUICHE_WEBHOOK_ALLOW', '10.0.0.0/33'],
    ['GUICHE_WEBHOOK_ALLOW', 'everything'],
    ['GUICHE_SERVICE_NAME', 'Loja Azul'],
    ['GUICHE_SERVICE_NAME', 'X\nY'],
    ['GUICHE_METRICS_PORT', '-1'],
    ['GUICHE_TRUST_PROXY', 'all'],
    ['GUICHE_SMTP_URL', 'mail.example.com'],
    ['GUICHE_SMTP_URL', 'http://mail.example.com'],
    ['GUICHE_SMTP_URL', 'smtp://'],
    ['GUICHE_SMTP_URL', 'smtp://user:50%@mail.example.com'],
    ['GUICHE_SMTP_URL', 'smtp://mail.example.com/path'],
    ['GUICHE_SMTP_URL', 'smtp://mail.example.com?starttls=never'],
    ['GUICHE_MAIL_FROM', 'Guichê'],
    ['GUICHE_MAIL_FROM', 'Guichê <a@b.c>, x@y.z'],
    ['GUICHE_MAIL_FROM', 'Guichê\r\nBcc: x@y.z <a@b.c>'],
    ['GUICHE_TWO_PERSON_ABOVE', '1000.001'],
    ['GUICHE_TWO_PERSON_ABOVE', '-1'],
    ['GUICHE_TWO_PERSON_ABOVE', '1e3'],
    ['GUICHE_TWO_PERSON_ABOVE', '1.000,00'],
    ['GUICHE_KEEP_EVENTS_DAYS', '1'],
    ['GUICHE_KEEP_AUDIT_DAYS', '29'],
    ['GUICHE_KEEP_REQUEST_LOG_DAYS', '0'],
    ['GUICHE_KEEP_SESSIONS_DAYS', '0.5'],
    ['GUICHE_KEEP_ANSWERS_HOURS', '23'],
  ])('%s=%s stops the start with a sentence that names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} (must|may) .+\\.$`));
  });

  it.each([
    [{}, true],
    [{ GUICHE_WEBHOOK_ALLOW: '' }, true],
    [{ GUICHE_WEBHOOK_ALLOW: 'none' }, false],
    [{ GUICHE_RAILS: 'live' }, false],
    [{ GUICHE_RAILS: 'live', GUICHE_WEBHOOK_ALLOW: 'loopback' }, true],
    [{ GUICHE_WEBHOOK_ALLOW: '10.0.0.0/8' }, false],
  ])('with %j, that notifications reach this machine is %s', (environment, isReached) => {
    expect(addressGuardOf(readConfig(environment)).allows('127.0.0.1')).toBe(isReached);
  });

  it.each([
    ['', null],
    ['0', 0n],
    ['50000', 5_000_000n],
    ['100.50', 10_050n],
  ])('GUICHE_TWO_PERSON_ABOVE=%s is %s cents', (value, cents) => {
    expect(readConfig({ GUICHE_TWO_PERSON_ABOVE: value }).GUICHE_TWO_PERSON_ABOVE).toBe(cents);
  });

  it.each([
    ['no-reply@pay.example', { name: '', address: 'no-reply@pay.example' }],
    ['Guichê <no-reply@pay.example>', { name: 'Guichê', address: 'no-reply@pay.example' }],
    ['"Loja, Ltda." <a@b.example>', { name: 'Loja, Ltda.', address: 'a@b.example' }],
  ])('GUICHE_MAIL_FROM=%s is read', (value, sender) => {
    expect(readConfig({ GUICHE_MAIL_FROM: value }).GUICHE_MAIL_FROM).toEqual(sender);
  });

  it('a mail server needs a sender, and a sender a mail server; the sentence shows no password', () => {
    const server = readConfig({ GUICHE_SMTP_URL: 'smtps://user:hunter2@mail.example.com' });
    expect(() => requireMailSender(server)).toThrow(/^GUICHE_SMTP_URL needs GUICHE_MAIL_FROM beside it\.$/);
    const sender = readConfig({ GUICHE_MAIL_FROM: 'a@b.example' });
    expect(() => requireMailSender(sender)).toThrow(/^GUICHE_MAIL_FROM needs GUICHE_SMTP_URL beside it\.$/);
    expect(JSON.stringify(server)).not.toContain('hunter2');
    expect(() => readConfig({ GUICHE_SMTP_URL: 'smtp://user:hunter2@x/y?z' })).toThrow(/^((?!hunter2).)*$/);
  });

  it('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '' }).PORT).toBe(3000);
  });

  it('secrets do not show when the configuration is printed', () => {
    const config = readConfig({
      DATABASE_URL: 'postgres://user:hunter2@db/x',
      GUICHE_OPERATOR_PASSWORD: 'hunter2',
    });
    expect(JSON.stringify(config)).not.toContain('hunter2');
    expect(String(config.DATABASE_URL)).toBe('[secret]');
    expect(config.DATABASE_URL?.reveal()).toContain('hunter2');
  });

  it('.env.example documents every setting and no other', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const named = [...example.matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map((match) => match[1]);
    expect(named.sort()).toEqual(Object.keys(settings).sort());
  });
});
