import type { ObjectSchema, ValueSchema } from '../../contract/page/value-schema.ts';
import type { SiteContract } from '../../contract/release/site-contract.ts';

/** Names of the app itself, which its sources may also use. */
export interface OwnNames {
  /** Patterns. */
  pages: string[];
  islands: string[];
  islandProps: Record<string, ObjectSchema>;
  guards: string[];
  /** Name of personal data → its paths. */
  personal?: Record<string, { paths: string[] }> | undefined;
  /** Icons of its kit, in the type `KitIcon`. */
  icons: string[];
}

/** @returns the text of `mfe-env.d.ts`, with names and literals of other teams in quotes. */
export function siteTypesText(site: SiteContract, own: OwnNames): string {
  const targets = [...Object.keys(site.pages), ...Object.keys(site.resources), ...own.pages].map(targetType);
  const props = Object.entries({ ...site.islandProps, ...own.islandProps }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const names = (others: object, ...more: string[]) =>
    union([...Object.keys(others), ...more].map(literalText));
  return `// Written by \`mfe sync\`, not to be edited: the parts of this site. The use of any other name is a type error.
import type { KitIcon } from '@voltframe/kit/react';

declare module '@voltframe/kit/react' {
  interface SiteTypes {
    page: ${union(targets)};
    island: ${names(site.islands, ...own.islands)};
    islandProps: {${props.map(([name, schema]) => `\n      ${literalText(name)}: ${typeText(schema)};`).join('')}
    };
    guard: ${names(site.guards, ...own.guards)};
    place: ${union(site.places.map(literalText))};
    token: ${union(site.tokens.map(literalText))};${iconTypes(site.icons, own.icons)}${personalTypes(own.personal)}
  }
}
`;
}

/** The form of Iconify's names. */
const ICON = /^[a-z\d]+(?:-[a-z\d]+)*:[a-z\d]+(?:-[a-z\d]+)*$/;

/** The differences between the icons of the site and those of the kit. Without a list every name is allowed. */
function iconTypes(icons: string[], ofKit: string[]): string {
  const names = icons.filter((icon) => ICON.test(icon));
  if (names.length === 0) return '';
  if (ofKit.length > 2 * names.length) return `\n    icon: ${union(names.map(literalText))};`;
  const more = new Set(names).difference(new Set(ofKit));
  const missing = new Set(ofKit).difference(new Set(names));
  return `\n    icon: Exclude<KitIcon, ${union([...missing].map(literalText))}>${[...more].map((icon) => ` | ${literalText(icon)}`).join('')};`;
}

/** An app without a declaration, or of an earlier kit, accepts any. */
function personalTypes(personal: OwnNames['personal'] = {}): string {
  const names = Object.keys(personal).map(literalText);
  if (names.length === 0) return '';
  const paths = Object.values(personal).flatMap((use) => use.paths.flatMap(patternTypes));
  return `\n    personal: ${union(names)};\n    personalPath: ${union(paths)};`;
}

/** `/orders/**` → `/orders` and paths below it. The pattern has no special character of a template. */
function patternTypes(pattern: string): string[] {
  const template = `\`${pattern.replace(/\*+/g, '${string}')}\``;
  if (!pattern.includes('*')) return [literalText(pattern)];
  return pattern.endsWith('/**') ? [template, ...patternTypes(pattern.slice(0, -3) || '/')] : [template];
}

/** `/blog/:slug` → the template type that takes every slug. */
function targetType(pattern: string): string {
  if (!pattern.includes('/:')) return literalText(pattern);
  const text = pattern.replace(/[`\\$]/g, '\\$&').replace(/:[a-z][a-zA-Z\d]*/g, '${string}');
  return `\`${text}\``;
}

function union(types: string[]): string {
  const each = [...new Set(types)].toSorted();
  return each.length === 0 ? 'never' : each.map((type) => `\n      | ${type}`).join('');
}

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

/** @returns a string literal with the text escaped. */
export function literalText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped.replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`)}'`;
}

function arrayOf(type: string): string {
  return `${type.startsWith('readonly ') ? `(${type})` : type}[]`;
}
