import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { builtinModules } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { connectQuery } from '../../server/src/db/pooler.ts';
import { readConfig, settings } from '../../server/src/kit/config.ts';
import {
  type Container,
  ROOT,
  readCompose,
  readKustomization,
  readManifests,
  readText,
  readUnit,
  readWorkflow,
} from '../support/deployment-files.ts';
import { commandOf, copyOf, environmentOf, readDockerfile, stepsOf } from '../support/dockerfile.ts';
import { startGateway } from '../support/gateway.ts';

const KNOWN = Object.keys(settings);
/** Read by Node itself, not by Guichê. */
const NODE_SETTINGS = ['NODE_ENV', 'UV_THREADPOOL_SIZE'];
const SECRETS = ['DATABASE_URL', 'REDIS_URL', 'GUICHE_SECRET_KEY', 'GUICHE_OPERATOR_PASSWORD'];
const SOME_KEY = Buffer.alloc(32, 1).toString('base64');

const stages = readDockerfile(join(ROOT, 'Dockerfile'));
const image = stages.at(-1);
const imageSettings = environmentOf(image);
const packageFile = JSON.parse(readText('package.json'));

const unknown = (names: readonly string[], more: readonly string[] = []) =>
  names.filter((name) => !KNOWN.includes(name) && !more.includes(name));

describe('the Dockerfile', () => {
  it('sets only what the program knows, to values it takes', () => {
    expect(unknown(Object.keys(imageSettings), NODE_SETTINGS)).toEqual([]);
    expect(readConfig(imageSettings)).toMatchObject({ HOST: '0.0.0.0', PORT: 3000 });
    expect(stepsOf(image, 'EXPOSE')).toEqual([imageSettings.PORT]);
    expect(stepsOf(image, 'VOLUME')).toEqual([imageSettings.GUICHE_DATA_DIR]);
  });

  it('copies only what exists and what the context lets through, and no secrets', () => {
    const copies = stages.flatMap((stage) => stepsOf(stage, 'COPY').map(copyOf));
    const own = copies.filter(({ from }) => from === null).flatMap(({ sources }) => sources);
    expect(own.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const kept = readText('.dockerignore').split('\n');
    const folders = [...own, 'tsconfig.json', 'server', 'web', 'docs', 'sdk'];
    expect(folders.filter((path) => kept.includes(path))).toEqual([]);
    expect(kept).toEqual(expect.arrayContaining(['.env', '.env.*', '.git', 'data', '**/node_modules']));
    const named = copies.flatMap(({ from }) => from ?? []);
    expect(named.filter((name) => !stages.some((stage) => stage.name === name))).toEqual([]);
  });

  it('takes from the build what runs, and nothing more', () => {
    const copied = stepsOf(image, 'COPY').flatMap((rest) => copyOf(rest).sources);
    expect(copied).toEqual(['/app/node_modules', '/app/dist', 'package.json', 'migrations']);
    expect(stepsOf(stages[0], 'RUN').at(-1)).toContain('npm prune --omit=dev');
  });

  it('runs the program that `npm start` runs, as a user of its own, with the same threads and memory', () => {
    const [node, flag, ...program] = commandOf(image, 'CMD');
    expect([node, ...program]).toEqual(['node', 'dist/main.js']);
    for (const launcher of [
      packageFile.scripts.start,
      readText('cli/server.ts'),
      readText('bench/gateway.ts'),
    ]) {
      expect(launcher).toMatch(new RegExp(`${flag}[ ']`));
    }
    expect(readText('scripts/start.mjs')).toContain(`'dist', 'main.js'`);
    expect(packageFile.scripts.start).toContain(`:-${imageSettings.UV_THREADPOOL_SIZE}}`);
    expect(stepsOf(image, 'USER')).toEqual(['node']);
    expect(stepsOf(image, 'STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('needs no package at run time that is there for development alone', () => {
    const sources = readdirSync(join(ROOT, 'server', 'src'), { recursive: true, encoding: 'utf8' });
    const imported = sources
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      // The contract suites are for the tests of providers.
      .filter((path) => !/^providers\/(boleto-)?contract.ts$/.test(path))
      .flatMap((path) => [
        ...readText(`server/src/${path}`).matchAll(/^(?:import|\}) .*from '([^.'][^']*)'/gm),
      ])
      .filter(([line]) => !line.startsWith('import type'))
      .map(([, name = '']) => name);
    const packages = imported.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
    const roots = [...new Set(packages.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))];
    expect(roots.length).toBeGreaterThan(10);
    expect(roots.filter((name) => !(name in packageFile.dependencies))).toEqual([]);
  });

  it.each([
    [200, 0],
    [503, 1],
  ])('has a health check that turns %i into the exit status %i', async (status, expected) => {
    const paths: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url);
      response.writeHead(status).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const port = String((server.address() as AddressInfo).port);
    expect(await checkHealth({ PORT: port })).toBe(expected);
    expect(await checkHealth({ PORT: '1', GUICHE_METRICS_PORT: port })).toBe(expected);
    expect(paths).toEqual(['/readyz', '/readyz']);
    await new Promise((done) => server.close(done));
    expect(await checkHealth({ PORT: port })).toBe(1);
  });
});

function checkHealth(environment: Record<string, string>): Promise<number> {
  const [, ...rest] = commandOf(image, 'HEALTHCHECK');
  return new Promise((done) => {
    const child = execFile(process.execPath, rest, { env: environment });
    child.once('exit', (code) => done(code ?? -1));
  });
}

describe('compose.yaml', () => {
  const { services, volumes } = readCompose();
  const ours = Object.entries(services).filter(([, { image: name }]) => name === 'guiche');
  const filled = { POSTGRES_PASSWORD: 'secret', GUICHE_SECRET_KEY: SOME_KEY };

  /** As compose fills a value in: from .env, else what is after `:-`. */
  const fill = (text: string) =>
    text.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name: string, otherwise = '') =>
      name in filled ? filled[name as keyof typeof filled] : otherwise,
    );

  it('names only what the program knows, to values it takes', () => {
    expect(ours.map(([name]) => name)).toEqual(['gateway', 'worker']);
    const asked = [...readText('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    expect(unknown(asked, ['POSTGRES_PASSWORD'])).toEqual([]);
    for (const [name, { environment = {} }] of ours) {
      expect(unknown(Object.keys(environment))).toEqual([]);
      const values = Object.entries(environment).map(([key, value]) => [key, fill(value)]);
      const config = readConfig({ ...imageSettings, ...Object.fromEntries(values) });
      expect(config.GUICHE_ROLES).toEqual([name === 'gateway' ? 'api' : 'worker']);
      expect(config.DATABASE_URL?.reveal()).toBe('postgres://guiche:secret@postgres:5432/guiche');
    }
  });

  it('stops with a sentence when a secret is missing, and holds none itself', () => {
    const text = readText('compose.yaml');
    for (const name of Object.keys(filled)) expect(text).toContain(`\${${name}:?put ${name} into .env`);
    expect(readText('.gitignore')).toMatch(/^\.env$/m);
  });

  it('starts each service when those it needs are healthy', () => {
    for (const { depends_on = {} } of Object.values(services)) {
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        expect(condition).toBe('service_healthy');
        expect(services[needed]?.healthcheck ?? services[needed]?.image).toSatisfy(
          (found) => typeof found === 'object' || found === 'guiche',
        );
      }
    }
    expect(Object.keys(services.worker?.depends_on ?? {})).toEqual(['gateway']);
    expect(services.worker?.environment?.GUICHE_METRICS_PORT).toBeDefined();
  });

  it('keeps the database in a volume, and publishes the gateway alone, on loopback', () => {
    const kept = Object.values(services).flatMap((service) => service.volumes ?? []);
    expect(kept.map((volume) => volume.split(':')[0])).toEqual(Object.keys(volumes));
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published).toEqual([`127.0.0.1:3000:${imageSettings.PORT}`]);
    expect(services.postgres?.image).toBe('postgres:17');
    expect(services.redis?.image).toBe('redis:7');
  });
});

describe('the Kubernetes manifests', () => {
  const manifests = readManifests();
  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const [configuration] = ofKind('ConfigMap');
  const deployments = ofKind('Deployment').map(({ metadata, spec }) => ({
    name: metadata.name,
    spec,
    pod: spec?.template?.spec,
    container: spec?.template?.spec.containers[0] as Container,
  }));

  it('are all in the kustomization', () => {
    const files = readdirSync(join(ROOT, 'deploy/kubernetes')).filter(
      (name) => name !== 'kustomization.yaml',
    );
    expect([...readKustomization().resources].sort()).toEqual(files.sort());
    expect(deployments.map(({ name }) => name)).toEqual(['guiche-api', 'guiche-worker']);
  });

  it('name only what the program knows, to values it takes', () => {
    const shared = configuration?.data ?? {};
    for (const { name, container } of deployments) {
      const own = container.env.map((variable) => variable.name);
      expect(unknown([...Object.keys(shared), ...own])).toEqual([]);
      const plain = container.env.flatMap(({ name: key, value }) =>
        value === undefined ? [] : [[key, value]],
      );
      const config = readConfig({ ...imageSettings, ...shared, ...Object.fromEntries(plain) });
      expect(`guiche-${config.GUICHE_ROLES}`).toBe(name);
      const ports = Object.fromEntries(container.ports.map((port) => [port.name, port.containerPort]));
      expect(ports).toEqual({
        ...(name === 'guiche-api' ? { http: config.PORT } : {}),
        metrics: config.GUICHE_METRICS_PORT,
      });
    }
  });

  it('take secrets from the Secret alone', () => {
    expect(ofKind('Secret key')).toEqual([]);
    expect(Object.keys(configuration?.data ?? {}).filter((name) => SECRETS.includes(name))).toEqual([]);
    for (const { container } of deployments) {
      const secret = container.env.filter(({ name }) => SECRETS.includes(name));
      expect(secret.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['DATABASE_URL', 'GUICHE_SECRET_KEY']),
      );
      for (const { name, valueFrom } of secret) {
        expect(valueFrom?.secretKeyRef).toMatchObject({ name: 'guiche', key: name });
      }
    }
  });

  it('ask for health and readiness where the program answers', () => {
    const answered = readText('server/src/http/health.ts');
    for (const { name, container } of deployments) {
      const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
      expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(['/healthz', '/healthz', '/readyz']);
      for (const { httpGet } of probes) {
        expect(answered).toContain(`'${httpGet.path}'`);
        expect(httpGet.port).toBe(name === 'guiche-api' ? 'http' : 'metrics');
      }
    }
  });

  it('run without privileges, within bounds, and are replaced without a gap', () => {
    for (const { spec, pod, container } of deployments) {
      expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(Object.keys(container.resources.requests)).toEqual(['cpu', 'memory']);
      expect(container.resources.limits.memory).toBeDefined();
      expect(spec?.strategy?.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
      expect(spec?.selector?.matchLabels).toEqual(spec?.template?.metadata.labels);
    }
    const [service] = ofKind('Service');
    expect(service?.spec?.selector).toEqual(deployments[0]?.spec?.selector?.matchLabels);
    expect(service?.spec?.ports?.map(({ targetPort }) => targetPort)).toEqual(['http']);
  });
});

describe('the systemd unit', () => {
  const PATH = 'deploy/systemd/guiche.service';
  const unit = readUnit(PATH);
  const ANALYZER = 'systemd-analyze';
  const canVerify = spawnSync(ANALYZER, ['--version']).status === 0;

  it('names only what the program knows, and runs what the image runs', () => {
    const pairs = (unit.get('Environment') ?? []).map((pair) => pair.split('=') as [string, string]);
    expect(
      unknown(
        pairs.map(([name]) => name),
        NODE_SETTINGS,
      ),
    ).toEqual([]);
    expect(Object.fromEntries(pairs)).toMatchObject({
      GUICHE_DATA_DIR: `/var/lib/${unit.get('StateDirectory')?.[0]}`,
      UV_THREADPOOL_SIZE: imageSettings.UV_THREADPOOL_SIZE,
    });
    expect(unit.get('ExecStart')).toEqual([`/usr/bin/${commandOf(image, 'CMD').join(' ')}`]);
  });

  it('lets go of every privilege', () => {
    for (const name of ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices']) {
      expect(unit.get(name), name).toEqual(['yes']);
    }
    expect(unit.get('ProtectSystem')).toEqual(['strict']);
    expect(unit.get('CapabilityBoundingSet')).toEqual(['']);
  });

  it.skipIf(!canVerify)('is one that systemd understands', () => {
    const folder = mkdtempSync(join(tmpdir(), 'guiche-unit-'));
    const copy = join(folder, 'guiche.service');
    // It looks whether the program exists, and Node is elsewhere on some machines.
    writeFileSync(copy, readText(PATH).replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync(ANALYZER, ['verify', '--man=no', copy], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('the habits of the project', () => {
  const DOCUMENTS = ['CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'deploy/README.md'];
  const FILE = /`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|mjs|sql|md|json|ya?ml|service))`/g;

  it.each(DOCUMENTS)('%s names only files and commands that exist', (path) => {
    const text = readText(path);
    const named = [...text.matchAll(FILE)].map(([, file = '']) => file);
    const places = ['', 'server/src', dirname(path)];
    const missing = named.filter((file) => !places.some((place) => existsSync(join(ROOT, place, file))));
    expect(missing).toEqual([]);
    const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);
    const own = links.filter((target) => !/^https?:/.test(target));
    expect(own.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([]);
    const scripts = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => !(name in packageFile.scripts))).toEqual([]);
  });

  it('checks every change on the three lines of Node with `.ci/run` and the programs that the tests want', () => {
    const { check } = readWorkflow().jobs;
    expect(check?.strategy?.matrix.node).toEqual([20, 22, 24]);
    expect(check?.steps.map(({ run }) => run)).toContain('.ci/run');
    const wanted = [...readText('scripts/test.mjs').matchAll(/debianPackage: '([\w-]+)'/g)].map(
      ([, name]) => name,
    );
    const installed = check?.steps.map(({ run }) => /apt-get install (?:--\S+ )*(.+)$/m.exec(run ?? '')?.[1]);
    expect(installed?.find(Boolean)?.split(' ').sort()).toEqual(wanted.sort());
  });

  it('has the licence that the package names', () => {
    expect(packageFile.license).toBe('Apache-2.0');
    expect(readText('LICENSE')).toMatch(/Apache License\s+Version 2\.0/);
  });
});

describe('the rules of an autoscaler', () => {
  type Rule = { kind: string; spec: { scaleTargetRef: { name: string }; triggers?: Trigger[] } };
  type Trigger = { type: string; metadata: { query?: string } };
  const folder = 'deploy/autoscaling';
  const rules = readdirSync(join(ROOT, folder)).map((name) => parse(readText(`${folder}/${name}`)) as Rule);

  it('are about deployments that are there', () => {
    const deployments = readManifests().filter(({ kind }) => kind === 'Deployment');
    const names = deployments.map(({ metadata }) => metadata.name);
    expect(rules).toHaveLength(3);
    for (const { spec } of rules) expect(names).toContain(spec.scaleTargetRef.name);
  });

  it('and the guide name only figures that a process has', async () => {
    const gateway = await startGateway();
    const { raw } = await gateway.call('GET', '/metrics');
    await gateway.stop();
    const known = new Set([...raw.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const queries = rules
      .flatMap(({ spec }) => spec.triggers ?? [])
      .flatMap(({ metadata }) => metadata.query ?? []);
    expect(queries).toHaveLength(4);
    const text = [...queries, readText('docs/guides/scaling-out.md')].join('\n');
    const named = [...text.matchAll(/\b(?:guiche|nodejs|process)_[a-z_0-9]+/g)].map(([name]) => name);
    const ofStandby = ['guiche_standby_lag_seconds', 'guiche_reads_total'];
    const isKnown = (name: string) => known.has(name) || ofStandby.includes(name) || name.endsWith('_');
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe('pgbouncer.ini', () => {
  it.each(['deploy/pgbouncer/pgbouncer.ini', 'docs/guides/scaling-out.md'])(
    '%s sets what the start asks for',
    (path) => {
      expect(readText(path)).toContain(`connect_query='${connectQuery(false)}'`);
      expect(readText(path)).toContain('pool_mode = transaction');
    },
  );
});
