import { hasOwn, isFields } from '../names.ts';

/**
 * The type of a JSON value as data: the part of JSON Schema that maps to a TypeScript type. The declaration of one
 * team is written into other teams' sources, so only names and literals are written, in quotes.
 */
export type ValueSchema =
  /** Any value. */
  | { [Key in never]?: never }
  | { type: 'string' | 'number' | 'boolean' | 'null' }
  | { const: string | number | boolean }
  | { anyOf: ValueSchema[] }
  | { type: 'array'; items: ValueSchema }
  | { type: 'object'; additionalProperties: ValueSchema }
  | ObjectSchema;

/** An object of known properties: the props of an island. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, ValueSchema>;
  required: string[];
}

/** Largest declaration: schemas in it, and how deep they are in each other. */
const MOST = { schemas: 300, depth: 12, text: 100 };

const SIMPLE = new Set<unknown>(['string', 'number', 'boolean', 'null']);
const PROPERTY = /^[a-z_$][\w$-]{0,63}$/i;
/** No control characters, and nothing that TypeScript takes for the end of a line. */
const LITERAL = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*$/u;

/** @returns whether an untrusted value is the declaration of an island's props; too deep ones are not. */
export function isObjectSchema(value: unknown): value is ObjectSchema {
  return isFields(value) && 'properties' in value && isSchema(value, { schemas: MOST.schemas }, 0);
}

/**
 * @param schema as {@link isObjectSchema} takes it.
 * @param value JSON.
 * @returns a short description of the first difference from the declaration; undefined for none. An undeclared
 * property is a difference, because it may have been renamed.
 */
export function valueIssue(schema: ValueSchema, value: unknown, name = 'it'): string | undefined {
  if ('const' in schema) return value === schema.const ? undefined : `${name} is not ${String(schema.const)}`;
  if ('anyOf' in schema) {
    const issues = schema.anyOf.map((one) => valueIssue(one, value, name));
    return issues.includes(undefined) ? undefined : issues[0];
  }
  if (!('type' in schema)) return undefined;
  const isOfType =
    schema.type === 'array'
      ? Array.isArray(value)
      : schema.type === 'object'
        ? isFields(value)
        : schema.type === 'null'
          ? value === null
          : typeof value === schema.type;
  if (!isOfType) return `${name} is no ${schema.type}`;
  if ('items' in schema)
    return firstIssue((value as unknown[]).map((one) => [schema.items, one, `${name}[]`]));
  if (!('type' in schema) || schema.type !== 'object') return undefined;
  const fields = value as Record<string, unknown>;
  if (!('properties' in schema))
    return firstIssue(Object.entries(fields).map(([key, one]) => [schema.additionalProperties, one, key]));
  const { properties, required } = schema;
  const unknown = Object.keys(fields).find((key) => !hasOwn(properties, key));
  if (unknown !== undefined)
    return `${unknown} is none of its properties (${Object.keys(properties).join(', ')})`;
  const missing = required.find((key) => !hasOwn(fields, key));
  if (missing !== undefined) return `${missing} is missing`;
  return firstIssue(Object.entries(fields).map(([key, one]) => [properties[key]!, one, key]));
}

function firstIssue(parts: [schema: ValueSchema, value: unknown, name: string][]): string | undefined {
  for (const [schema, value, name] of parts) {
    const issue = valueIssue(schema, value, name);
    if (issue !== undefined) return issue;
  }
  return undefined;
}

function isSchema(value: unknown, left: { schemas: number }, depth: number): boolean {
  if (!isFields(value) || depth > MOST.depth || --left.schemas < 0) return false;
  const inner = (schema: unknown) => isSchema(schema, left, depth + 1);
  switch (Object.keys(value).sort().join()) {
    case '':
      return true;
    case 'type':
      return SIMPLE.has(value['type']);
    case 'const':
      return isLiteral(value['const']);
    case 'anyOf':
      return Array.isArray(value['anyOf']) && value['anyOf'].length > 0 && value['anyOf'].every(inner);
    case 'items,type':
      return value['type'] === 'array' && inner(value['items']);
    case 'additionalProperties,type':
      return value['type'] === 'object' && inner(value['additionalProperties']);
    case 'properties,required,type':
      return value['type'] === 'object' && hasProperties(value, inner);
    default:
      return false;
  }
}

function hasProperties(
  { properties, required }: Record<string, unknown>,
  inner: (schema: unknown) => boolean,
): boolean {
  if (!isFields(properties) || !Array.isArray(required)) return false;
  const names = Object.keys(properties);
  return (
    names.every((name) => PROPERTY.test(name) && name !== '__proto__' && inner(properties[name])) &&
    new Set(required).size === required.length &&
    required.every((name) => names.includes(name as string))
  );
}

function isLiteral(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= MOST.text && LITERAL.test(value);
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
