import type { ValueSchema } from '../../contract/page/value-schema.ts';

/** @returns the TypeScript type of what a schema describes, on one line. */
export function typeText(schema: ValueSchema): string {
  if ('const' in schema)
    return typeof schema.const === 'string' ? literalText(schema.const) : String(schema.const);
  if ('anyOf' in schema) return `(${schema.anyOf.map(typeText).join(' | ')})`;
  if ('items' in schema) return `readonly ${arrayOf(typeText(schema.items))}`;
  if ('additionalProperties' in schema) return `Record<string, ${typeText(schema.additionalProperties)}>`;
  if ('properties' in schema) {
    const { properties, required } = schema;
    const members = Object.entries(properties).map(
      ([name, inner]) => `${literalText(name)}${required.includes(name) ? '' : '?'}: ${typeText(inner)}`,
    );
    return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`;
  }
  return 'type' in schema ? schema.type : 'unknown';
}

/** @returns a string literal: whatever the text holds, nothing of it leaves the quotes. */
export function literalText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped.replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`)}'`;
}

function arrayOf(type: string): string {
  return `${type.startsWith('readonly ') ? `(${type})` : type}[]`;
}
