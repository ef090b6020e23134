import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export const ROOT = resolve(import.meta.dirname, '..', '..');

export const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');

type ComposePart = {
  image: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  volumes?: string[];
  ports?: string[];
};
type Compose = { services: Record<string, ComposePart>; volumes: Record<string, unknown> };

export function readCompose(): Compose {
  return parse(readText('compose.yaml'), { merge: true }) as Compose;
}

type Probe = { httpGet: { path: string; port: string } };
type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } };
export type Container = {
  name: string;
  image: string;
  env: Variable[];
  envFrom: { configMapRef: { name: string } }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: Record<string, unknown>;
};
type PodSpec = { securityContext: Record<string, unknown>; containers: Container[] };
type Manifest = {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: {
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    ports?: { targetPort: string }[];
    strategy?: { rollingUpdate: Record<string, number> };
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec };
  };
};

const KUBERNETES = 'deploy/kubernetes';

export function readManifests(): Manifest[] {
  const names = readdirSync(join(ROOT, KUBERNETES)).filter((name) => name !== 'kustomization.yaml');
  return names.flatMap((name) =>
    parseAllDocuments(readText(`${KUBERNETES}/${name}`)).map((document) => {
      if (document.errors.length > 0) throw new Error(`${name}: ${document.errors[0]?.message}`);
      return document.toJS() as Manifest;
    }),
  );
}

export function readKustomization(): { resources: string[] } {
  return parse(readText(`${KUBERNETES}/kustomization.yaml`)) as { resources: string[] };
}

type Workflow = {
  jobs: Record<
    string,
    { strategy?: { matrix: { node: number[] } }; steps: { run?: string; uses?: string }[] }
  >;
};

export function readWorkflow(): Workflow {
  return parse(readText('.github/workflows/ci.yml')) as Workflow;
}

/** Each setting of a systemd unit; one that is given several times has all its values. */
export function readUnit(path: string): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  for (const line of readText(path).split('\n')) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name) settings.set(name, [...(settings.get(name) ?? []), value]);
  }
  return settings;
}
