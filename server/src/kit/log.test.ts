import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLog, logOptions } from './log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  write(pino(logOptions('info'), sink));
  return lines.join('');
}

it('hides what must not be read in a log', () => {
  const written = linesOf((log) => {
    log.info({ req: { headers: { authorization: 'Bearer s3cret', 'x-api-key': 's3cret' } } }, 'request');
    log.info({ body: { password: 's3cret', cvv: 's3cret', number: 's3cret', cpf_cnpj: 's3cret' } }, 'body');
  });
  expect(written).toContain('[hidden]');
  expect(written).not.toContain('s3cret');
});

it('masks card numbers, documents and e-mails in every text, and stays JSON', () => {
  const written = linesOf((log) => {
    const error = new Error('Key (cpf_cnpj)=(52998224725) exists: 4111\t1111\t1111\t1111 "ana@example.com"');
    log.error(
      { err: error, size: 12_345_678_901_234, note: '11.222.333/0001-81' },
      'card 4111-1111-1111-1111',
    );
  });
  expect(written).not.toMatch(/52998224725|1111|ana@|222/);
  const { size, msg, note } = JSON.parse(written);
  expect({ size, msg, note }).toEqual({ size: 12_345_678_901_234, msg: 'card …', note: '…' });
});

it('of an error it writes kind, message, code and stack, and nothing it drags along', () => {
  const error = Object.assign(new Error('lost'), { code: '57P01', client: { password: 's3cret' } });
  const written = linesOf((log) => log.error({ err: error }, 'failed'));
  expect(JSON.parse(written).err).toMatchObject({ type: 'Error', message: 'lost', code: '57P01' });
  expect(written).not.toContain('s3cret');
});

it('writes one JSON line with the time in ISO 8601', () => {
  const line = JSON.parse(linesOf((log) => log.warn('hello')));
  expect(line).toMatchObject({ level: 40, msg: 'hello' });
  expect(Date.parse(line.time)).not.toBeNaN();
  expect(createLog('silent').isLevelEnabled('error')).toBe(false);
});
