import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ROOT } from '../kit/root.ts';

/** A JSON schema, as far as requests are made from it. */
export type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxItems?: number;
  readonly additionalProperties?: Schema | boolean;
};

export type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema };

export type Operation = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  /** Says whether the body of a successful answer is as described; null: it is not JSON. */
  successBody(status: number): ValidateFunction | null;
  readonly describes: readonly number[];
};

type Content = Record<string, { schema: Schema }>;
type DescribedOperation = {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = { paths: Record<string, Record<string, DescribedOperation>> };

/** Every operation of openapi.json. */
export function readOperations(): Operation[] {
  const document = resolved(JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'))) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(ajv, path, method, described)),
  );
}

function operationOf(ajv: Ajv2020, path: string, method: string, described: DescribedOperation): Operation {
  const validators = new Map<number, ValidateFunction | null>();
  for (const [status, { content }] of Object.entries(described.responses)) {
    if (!/^2\d\d$/.test(status)) continue;
    const schema = content?.['application/json']?.schema;
    validators.set(Number(status), schema ? ajv.compile(closed(schema) as object) : null);
  }
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase() as Operation['method'],
    path,
    parameters: (described.parameters ?? []).filter((parameter) => parameter.in !== 'header'),
    body: described.requestBody?.content['application/json']?.schema ?? null,
    describes: [...validators.keys()],
    successBody: (status) => validators.get(status) ?? null,
  };
}

type Node = { readonly [key: string]: unknown };

function resolved(document: Node): unknown {
  const resolve = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolve);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...rest } = part as Node;
    const own = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, resolve(inner)]));
    if (typeof $ref !== 'string') return own;
    const names = $ref.replace('#/', '').split('/');
    const target = names.reduce<unknown>((node, name) => (node as Node)[name], document);
    return { ...(resolve(target) as object), ...own };
  };
  return resolve(document);
}

/** The same, and no field that is not described. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const own = Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, closed(inner)]));
  const isOpen = own.type === 'object' && own.properties && own.additionalProperties === undefined;
  return isOpen ? { ...own, additionalProperties: false } : own;
}
