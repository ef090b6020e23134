type Json = Record<string, unknown>;

/**
 * The description has slips that would refuse its own examples or let anything pass. Mended here, each with its reason,
 * so that it can judge; its text is otherwise taken as it is.
 */
export function mendDescription(document: Json): Json {
  const mended = mendEach(document) as Json;
  const schemas = (mended.components as Json).schemas as Record<string, Json>;
  // Asks for properties that it does not have, and that no example has.
  without(schemas.PayloadLocationCob, 'tipoCob');
  for (const name of ['CobGerada', 'CobVGerada']) without(locationOf(schemas[name]), 'txid');
  // The receiver's address is asked for beside the receiver, and again in it, where it belongs.
  delete schemas.DadosRecebedor?.required;
  // Says `cobs` where it lists `pix`.
  if (schemas.PixConsultados) schemas.PixConsultados.required = ['parametros', 'pix'];
  return mended;
}

function mendEach(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mendEach);
  if (typeof value !== 'object' || value === null) return value;
  const mended = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mendEach(each)]),
  ) as Json;
  if (typeof mended.pattern === 'string') mended.pattern = anchored(mended.pattern);
  if (mended.type === 'array' && mended.maximum !== undefined) mended.maxItems = mended.maximum;
  // Asked for of each listed charge, and defined nowhere.
  without(mended, 'idCob');
  if (Array.isArray(mended.oneOf)) mended.oneOf = mended.oneOf.map(toldApart);
  return withoutNarrowing(mended);
}

/** Written as `/^\d{11}$/`, or without ends, in a language whose patterns have no slashes and match anywhere. */
function anchored(pattern: string): string {
  const bare = /^\/(.*)\/$/.exec(pattern)?.[1] ?? pattern;
  return `^(?:${bare})$`;
}

/** Of several shapes exactly one may fit: a shape that asks for nothing fits everything. */
function toldApart(shape: Json): Json {
  const { required, properties } = shape;
  return required === undefined && properties ? { ...shape, required: Object.keys(properties) } : shape;
}

/** A txid with a pattern of its own: meant instead of the common one, written as both at once. */
function withoutNarrowing(schema: Json): Json {
  const [first, second, ...others] = Array.isArray(schema.allOf) ? (schema.allOf as Json[]) : [];
  const isTxid = first?.$ref === '#/components/schemas/TxId' && typeof second?.pattern === 'string';
  return isTxid && others.length === 0 ? { ...schema, allOf: [{ type: 'string', ...second }] } : schema;
}

function locationOf(schema: Json | undefined): Json | undefined {
  const parts = (schema?.allOf ?? []) as { properties?: Record<string, Json> }[];
  return parts.find((part) => part.properties?.loc)?.properties?.loc;
}

function without(schema: Json | undefined, property: string): void {
  if (Array.isArray(schema?.required)) schema.required = schema.required.filter((each) => each !== property);
}
