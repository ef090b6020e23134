import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { mendDescription } from './mended-description.ts';
import type { Query } from './period.ts';
import type { Violation } from './wire.ts';

type Json = Record<string, unknown>;
export type Described = { method: string; template: string };
export type RequestParts = {
  path: Query;
  query: Query;
  contentType: string | undefined;
  /** Undefined: there was none, or it was no JSON. */
  body: unknown;
};

/** The central bank's description of API Pix, as judge of what is said on both sides. */
export type Description = {
  requestFaults(operation: Described, request: RequestParts): Violation[];
  answerFaults(operation: Described, status: number, body: unknown): Violation[];
  callbackFaults(body: unknown): Violation[];
  /** The request bodies that the description itself gives as examples. */
  examples(operation: Described): { name: string; body: unknown }[];
};

const ROOT = resolve(import.meta.dirname, '../..');
const ID = 'apipix';
/** The file is long and known to be sound: what only helps its author is left out. */
const PARSING = { maxAliasCount: -1, uniqueKeys: false, prettyErrors: false };
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const FORMATS = {
  'date-time': (text: string) => RFC_3339.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  // A location is written without its scheme.
  uri: (text: string) => URL.canParse(text) || URL.canParse(`https://${text}`),
  int32: true,
  int64: true,
} as const;

/** The description is no part of this repository: without it, null. */
export function readDescription(path = descriptionPath()): Description | null {
  if (!existsSync(path)) return null;
  return describe(mendDescription(parse(readFileSync(path, 'utf8'), PARSING)));
}

export function descriptionPath(): string {
  return process.env.GUICHE_APIPIX_DESCRIPTION ?? join(ROOT, '..', 'shared', 'apipix', 'openapi.yaml');
}

function describe(document: Json): Description {
  const judge = createJudge(document);
  const operationOf = ({ method, template }: Described) =>
    at(document, 'paths', template, method.toLowerCase());
  const bodyOf = (described: Described) => {
    const { requestBody } = operationOf(described);
    return requestBody === undefined ? undefined : jsonContent(document, requestBody as Json);
  };
  return {
    requestFaults(described, request) {
      const body = bodyOf(described);
      return [
        ...parameterFaults(document, judge, described, request),
        ...(body ? bodyFaults(judge, `${described.method} ${described.template}`, body.schema, request) : []),
      ];
    },
    answerFaults(described, status, body) {
      const schema = answerSchema(document, operationOf(described), status);
      return schema ? judge(`${status} ${described.method} ${described.template}`, schema, body) : [];
    },
    callbackFaults(body) {
      const { schema } = jsonContent(document, at(document, 'components', 'requestBodies', 'WebhookPixBody'));
      return judge('callback', schema, body);
    },
    examples(described) {
      const examples = Object.values((bodyOf(described)?.examples ?? {}) as Record<string, Json>);
      return examples.map((example) => ({
        name: String(example.$ref),
        body: resolved(document, example).value,
      }));
    },
  };
}

type Judge = (name: string, schema: unknown, value: unknown, coerced?: boolean) => Violation[];

/** Each schema is compiled once, by the name it goes by. */
function createJudge(document: Json): Judge {
  const strict = new Ajv({ strict: false, allErrors: true, formats: FORMATS });
  // What stands in an address is text: it is read as the type that is asked for.
  const lenient = new Ajv({ strict: false, allErrors: true, coerceTypes: true, formats: FORMATS });
  const components = { schemas: at(document, 'components', 'schemas') };
  for (const each of [strict, lenient]) each.addSchema({ $id: ID, components });
  const compiled = new Map<string, ValidateFunction>();
  return (name, schema, value, coerced = false) => {
    const validate = compiled.get(name) ?? (coerced ? lenient : strict).compile(absolute(schema) as Json);
    compiled.set(name, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(violationOf);
  };
}

function violationOf({ instancePath, message = '', params }: ErrorObject): Violation {
  const named = params.missingProperty ?? params.additionalProperty;
  const path = [...instancePath.split('/').slice(1), ...(named === undefined ? [] : [String(named)])];
  return { propriedade: path.join('.'), razao: `${instancePath} ${message}`.trim() };
}

function parameterFaults(
  document: Json,
  judge: Judge,
  described: Described,
  request: RequestParts,
): Violation[] {
  const item = at(document, 'paths', described.template);
  const own = (item[described.method.toLowerCase()] ?? {}) as Json;
  const all = [...list(item.parameters), ...list(own.parameters)].map((each) => resolved(document, each));
  return (['path', 'query'] as const).flatMap((place) => {
    const here = all.filter((each) => each.in === place);
    const schema = {
      type: 'object',
      properties: Object.fromEntries(here.map((each) => [each.name, each.schema])),
      required: here.filter((each) => each.required).map((each) => each.name),
      additionalProperties: false,
    };
    const name = `${place} ${described.method} ${described.template}`;
    return judge(name, schema, { ...request[place] }, true);
  });
}

function bodyFaults(judge: Judge, name: string, schema: unknown, request: RequestParts): Violation[] {
  const [type] = (request.contentType ?? '').split(';');
  const wrongType = { propriedade: 'content-type', razao: 'O corpo é application/json.' };
  return [
    ...(type?.trim().toLowerCase() === 'application/json' ? [] : [wrongType]),
    ...judge(name, schema, request.body ?? null),
  ];
}

/** Some PSPs answer 200 where the description says 201: the body is the same. */
function answerSchema(document: Json, operation: Json, status: number): unknown {
  const responses = (operation.responses ?? {}) as Json;
  const response = responses[status] ?? (status === 200 ? responses[201] : undefined);
  if (response === undefined) {
    return status >= 400 ? { $ref: '#/components/schemas/Problema' } : undefined;
  }
  return jsonContent(document, response as Json).schema;
}

function jsonContent(document: Json, holder: Json): Json {
  const content = (resolved(document, holder).content ?? {}) as Record<string, Json>;
  return content['application/json'] ?? content['application/problem+json'] ?? {};
}

function resolved(document: Json, value: Json): Json {
  const reference = value.$ref;
  return typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : value;
}

function at(document: Json, ...keys: string[]): Json {
  return keys.reduce<Json>((value, key) => (value[key] ?? {}) as Json, document);
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}

/** References of a schema that stands outside of the document point into it by its name. */
function absolute(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? ID + value : value,
  );
}
