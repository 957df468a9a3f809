import { type ZodType, z } from 'zod';
import { isObjectSchema, type ObjectSchema, type ValueSchema } from '../../contract/page/value-schema.ts';

/**
 * @param declared the `props` of an island in an `mfe.config.ts`.
 * @returns their schema for other teams; undefined when it is no object of properties, or too large.
 */
export function propsSchema(declared: ZodType): ObjectSchema | undefined {
  const schema = simplified(z.toJSONSchema(declared, { io: 'input', unrepresentable: 'any' }));
  return isObjectSchema(schema) ? schema : undefined;
}

type JsonSchema = z.core.JSONSchema._JSONSchema;

/** The part of a schema that a TypeScript type can express, without lengths. Other parts become any value. */
function simplified(schema: JsonSchema): ValueSchema {
  if (typeof schema === 'boolean') return {};
  const { anyOf = schema.oneOf, enum: values, const: value, type } = schema;
  if (value !== undefined) return { const: value as string };
  if (values) return { anyOf: values.map((one) => ({ const: one as string })) };
  if (anyOf) return { anyOf: anyOf.map(simplified) };
  if (Array.isArray(type)) return { anyOf: type.map((one) => simplified({ ...schema, type: one })) };
  if (type === 'object') return simplifiedObject(schema);
  if (type === 'array')
    return { type, items: schema.items && !Array.isArray(schema.items) ? simplified(schema.items) : {} };
  if (type === 'integer') return { type: 'number' };
  return type ? { type } : {};
}

function simplifiedObject({
  properties,
  required = [],
  additionalProperties = {},
}: Exclude<JsonSchema, boolean>): ValueSchema {
  if (!properties) return { type: 'object', additionalProperties: simplified(additionalProperties) };
  const entries = Object.entries(properties).map(([name, inner]) => [name, simplified(inner)]);
  return { type: 'object', properties: Object.fromEntries(entries), required: [...required].toSorted() };
}
