import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Psp, startPsp } from '../psp/psp.ts';
import {
  endedCertificate,
  endOfStart,
  type Folder,
  startRefuser,
  temporaryFolder,
} from '../support/apipix-start.ts';
import { createCertificateAuthority } from '../support/certificates.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  freePort,
  type ProcessSeller,
  registerSeller,
  requireProgram,
  type Server,
  startServer,
} from '../support/processes.ts';
import { pspSettings } from '../support/psp-gateway.ts';

let psp: Psp;
let database: TestDatabase;
let files: Folder;

beforeAll(async () => {
  await requireProgram();
  files = temporaryFolder();
  [psp, database] = await Promise.all([startPsp(), createTestDatabase()]);
}, 120_000);
afterAll(async () => {
  await psp?.stop();
  await database?.drop();
  files?.remove();
});

type Settings = Record<string, string>;
const right = (): Settings => ({
  DATABASE_URL: database.connectionString,
  ...pspSettings({ main: psp }),
});

/** Said once, in one line, and nothing else. */
const sentence = (...parts: RegExp[]) =>
  new RegExp(`^Guichê could not start: ${parts.map(({ source }) => source).join('[^\\n]*')}[^\\n]*\\.\\n$`);

async function expectNoStart(wrong: Settings, ...said: RegExp[]): Promise<void> {
  const { code, stderr, stdout } = await endOfStart({ ...right(), ...wrong });
  expect(stderr, stdout).toMatch(sentence(...said));
  expect(code).toBe(1);
  expect(stdout).not.toMatch(/is ready|\n\s+at /);
}

const slow = { timeout: 60_000 };

describe('a start with settings that are wrong ends with a sentence that names them:', () => {
  it('live without a PSP', slow, () =>
    expectNoStart({ GUICHE_RAILS: 'live', GUICHE_PIX: '' }, /GUICHE_RAILS=live needs GUICHE_PIX/),
  );

  it('an unknown profile', slow, () =>
    expectNoStart({ GUICHE_PIX: 'main:nobank' }, /GUICHE_PIX/, /nobank/, /known are/, /generic/),
  );

  it('a setting that is misspelt', slow, () =>
    expectNoStart({ GUICHE_PIX_MAIN_CLIENT_SECERT: 'x' }, /GUICHE_PIX_MAIN_CLIENT_SECERT/, /CLIENT_SECRET/),
  );

  it('no certificate', slow, async () => {
    await expectNoStart({ GUICHE_PIX_MAIN_CERTIFICATE: '' }, /GUICHE_PIX_MAIN_CERTIFICATE is missing/);
    const path = '/nowhere/client.p12';
    await expectNoStart({ GUICHE_PIX_MAIN_CERTIFICATE: path }, /GUICHE_PIX_MAIN_CERTIFICATE/, /no such file/);
  });

  it('a certificate file that is none', slow, () => {
    const path = files.write('notes.p12', 'nothing of the kind');
    return expectNoStart(
      { GUICHE_PIX_MAIN_CERTIFICATE: path },
      /GUICHE_PIX_MAIN_CERTIFICATE/,
      /neither PEM nor PFX/,
    );
  });

  it('a passphrase that does not open it', slow, () =>
    expectNoStart({ GUICHE_PIX_MAIN_PASSPHRASE: 'wrong' }, /GUICHE_PIX_MAIN_PASSPHRASE does not open/),
  );

  it('a key that belongs to another certificate', slow, () => {
    const { key } = createCertificateAuthority('Other').issueClient('other', '');
    return expectNoStart(
      {
        GUICHE_PIX_MAIN_CERTIFICATE: psp.client.certFile,
        GUICHE_PIX_MAIN_CERTIFICATE_KEY: files.write('other.key', key),
      },
      /GUICHE_PIX_MAIN_CERTIFICATE_KEY/,
      /does not belong/,
    );
  });

  it('a certificate whose time is over', slow, () =>
    expectNoStart(
      { GUICHE_PIX_MAIN_CERTIFICATE: files.write('ended.pem', endedCertificate()) },
      /GUICHE_PIX_MAIN_CERTIFICATE/,
      /expired on \d{4}-\d\d-\d\d/,
    ),
  );

  it('what is no PIX key', slow, () =>
    expectNoStart({ GUICHE_PIX_MAIN_KEY: '11111111111' }, /GUICHE_PIX_MAIN_KEY must be a PIX key/),
  );

  it('a client secret that the PSP does not know', slow, () =>
    expectNoStart(
      { GUICHE_PIX_MAIN_CLIENT_SECRET: 'wrong' },
      /GUICHE_PIX_MAIN_CLIENT_ID or GUICHE_PIX_MAIN_CLIENT_SECRET/,
    ),
  );

  it('a client certificate that the PSP refuses', slow, async () => {
    const bank = await startRefuser();
    try {
      const address = `https://localhost:${bank.port}/token`;
      await expectNoStart({ GUICHE_PIX_MAIN_TOKEN_URL: address }, /GUICHE_PIX_MAIN_CERTIFICATE/, /refuses/);
    } finally {
      await bank.close();
    }
  });

  it('an authority that did not sign the certificate of the PSP', slow, () => {
    const authority = files.write('ca.pem', createCertificateAuthority('Other').cert);
    // A PFX brings authorities of its own, and they are trusted, too.
    const { certFile, keyFile } = psp.client;
    const own = { GUICHE_PIX_MAIN_CERTIFICATE: certFile, GUICHE_PIX_MAIN_CERTIFICATE_KEY: keyFile };
    return expectNoStart({ ...own, GUICHE_PIX_MAIN_CA: authority }, /GUICHE_PIX_MAIN_CA/, /not trusted/);
  });
});

describe('a PSP with a bad day', () => {
  let server: Server | null = null;
  afterEach(async () => {
    await psp.behave({ slow: null, status5xx: null });
    await server?.end('SIGKILL');
    server = null;
  });
  const start = async (changes: Settings = {}): Promise<Server> => {
    const { DATABASE_URL: databaseUrl = '', ...environment } = { ...right(), ...changes };
    server = await startServer({ databaseUrl, environment });
    return server;
  };
  const create = ({ call }: Server, seller: ProcessSeller) =>
    call('POST', '/api/v1/charges', seller, { billing_type: 'PIX', value: 10 });

  it('that refuses connections does not stop the start, at whichever address', slow, async () => {
    const closed = `https://localhost:${await freePort()}`;
    const addresses: [string, string][] = [
      ['GUICHE_PIX_MAIN_TOKEN_URL', `${closed}/token`],
      ['GUICHE_PIX_MAIN_API_URL', closed],
    ];
    for (const [setting, address] of addresses) {
      const running = await start({ [setting]: address });
      expect(running.output()).toContain(`${setting} leads to ${new URL(closed).host}, which refuses`);
      const seller = await registerSeller(running);
      expect((await create(running, seller)).body.code).toBe('PROVIDER_UNAVAILABLE');
      expect((await running.call('GET', '/readyz')).status).toBe(200);
      await running.end('SIGKILL');
    }
  });

  it('whose name is not known does not stop the start, and the next PSP serves', slow, async ({ skip }) => {
    const code = await lookup('nowhere.invalid').catch((error: NodeJS.ErrnoException) => error.code);
    skip(code !== 'ENOTFOUND', 'nobody here can say that a name does not exist');
    const running = await start({
      ...pspSettings({ gone: psp, main: psp }),
      GUICHE_PIX_GONE_TOKEN_URL: 'https://nowhere.invalid/token',
    });
    expect(running.output()).toContain('GUICHE_PIX_GONE_TOKEN_URL leads to nowhere.invalid, a name');
    const { status, body } = await create(running, await registerSeller(running));
    expect({ status, body }).toMatchObject({ status: 201, body: { pix: { provider: 'main' } } });
  });

  it('and refuses connections leaves the start to the next PSP', slow, async () => {
    const running = await start({
      ...pspSettings({ gone: psp, main: psp }),
      GUICHE_PIX_GONE_TOKEN_URL: `https://localhost:${await freePort()}/token`,
    });
    const { status, body } = await create(running, await registerSeller(running));
    expect({ status, body }).toMatchObject({ status: 201, body: { pix: { provider: 'main' } } });
  });

  it('that answers 503 does not stop the start, and is made use of when it is well again', slow, async () => {
    await psp.behave({ status5xx: { status: 503 } });
    const running = await start();
    expect(running.output()).toContain('a PIX provider did not answer at the start');
    const seller = await registerSeller(running);
    expect((await create(running, seller)).body.code).toBe('PROVIDER_UNAVAILABLE');
    await psp.behave({ status5xx: null });
    const { status, text } = await create(running, seller);
    expect(status, text).toBe(201);
  });

  it('that says nothing at all does not stop the start', slow, async () => {
    await psp.behave({ slow: { on: 'token', ms: 60_000 } });
    const running = await start();
    expect(running.output()).toContain('a PIX provider did not answer at the start');
    expect((await running.call('GET', '/readyz')).status).toBe(200);
  });

  it('that closes the connection on our certificate is reported with its setting', slow, async () => {
    const certificate = files.write('old.p12', readFileSync(psp.client.pfxFile));
    await psp.rotateClientCertificate();
    const running = await start({ GUICHE_PIX_MAIN_CERTIFICATE: certificate });
    expect(running.output()).toMatch(/a PIX provider did not answer at the start/);
    expect(running.output()).toMatch(/GUICHE_PIX_MAIN_CERTIFICATE/);
  });

  it('that dies later leaves all the rest serving', slow, async () => {
    const mortal = await startPsp();
    const environment = pspSettings({ main: mortal });
    server = await startServer({ databaseUrl: database.connectionString, environment });
    const seller = await registerSeller(server);
    const { body: charge } = await create(server, seller);
    await mortal.kill();
    for (let attempt = 0; attempt < 15; attempt += 1) {
      const { status, body, headers } = await create(server, seller);
      expect({ status, code: body.code }).toEqual({ status: 500, code: 'PROVIDER_UNAVAILABLE' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const shown = await server.call('GET', `/api/v1/charges/${charge.id}`, seller);
    expect([shown.status, shown.body.status]).toEqual([200, 'PENDING']);
    expect((await server.call('GET', '/api/v1/charges', seller)).body.total).toBe(1);
    expect((await server.call('GET', '/readyz')).status).toBe(200);
    expect((await server.call('POST', `/api/v1/charges/${charge.id}/cancel`, seller)).status).toBe(200);
  });
});
