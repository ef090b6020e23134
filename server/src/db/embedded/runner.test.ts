import { describe, expect, it } from 'vitest';
import { chooseRunner, parseUsers, spawnAs } from './runner.ts';

const passwd = [
  'root:x:0:0:root:/root:/bin/bash',
  'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin',
  'maria:x:1000:1001:Maria:/home/maria:/bin/bash',
  '# a comment',
  'broken:x:one:two',
  '',
].join('\n');

describe('the user PostgreSQL runs as when Guichê is root', () => {
  const users = parseUsers(passwd);

  it('is read from the list of users, whatever else stands in it', () => {
    expect(users.map((user) => user.name)).toEqual(['root', 'nobody', 'maria']);
  });

  it('is nobody when there is no user for PostgreSQL', () => {
    expect(chooseRunner(users, undefined)).toEqual({ name: 'nobody', uid: 65534, gid: 65534 });
  });

  it('is postgres when there is one', () => {
    const more = parseUsers(`${passwd}\npostgres:x:101:104::/var/lib/postgresql:/bin/bash`);
    expect(chooseRunner(more, undefined).name).toBe('postgres');
  });

  it('is the owner of a database that exists already', () => {
    const more = parseUsers(`${passwd}\npostgres:x:101:104::/var/lib/postgresql:/bin/bash`);
    expect(chooseRunner(more, 65534).name).toBe('nobody');
    expect(chooseRunner(more, 1000)).toEqual({ name: 'maria', uid: 1000, gid: 1001 });
  });

  it('is never root', () => {
    expect(chooseRunner(users, 0).name).toBe('nobody');
    expect(() => chooseRunner(parseUsers('root:x:0:0::/root:/bin/sh'), 0)).toThrow(
      'PostgreSQL refuses to run as root and there is no user "postgres" or "nobody"',
    );
  });

  it('may have the number below zero that macOS gives to nobody', () => {
    const [nobody] = parseUsers('nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false');
    expect(nobody).toEqual({ name: 'nobody', uid: 4294967294, gid: 4294967294 });
    expect(spawnAs(nobody)).toEqual({ uid: -2, gid: -2 });
  });
});
