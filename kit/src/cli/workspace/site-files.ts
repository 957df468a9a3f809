import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from '../../build/app-paths.ts';
import { kitIcons } from '../../build/icon-data.ts';
import { propsSchema } from '../../build/release/props-schema.ts';
import { writeChanged } from '../../build/release/write-release.ts';
import type { ValueSchema } from '../../contract/page/value-schema.ts';
import type { MfeConfig } from '../../contract/release/mfe-config.ts';
import { personalExchange } from '../../contract/release/personal.ts';
import { type SiteContract, siteContractSchema } from '../../contract/release/site-contract.ts';
import { sourceFiles } from '../../packaging/source-record.ts';
import { parseJson } from '../../packaging/verify-release.ts';
import { cliErrors } from '../../errors/cli-errors.ts';

/** The files of the site in an app's repository: its types, and their source. */
export const SITE_TYPES = 'mfe-env.d.ts';
export const SITE_LOCK = 'mfe.lock.json';

/**
 * @returns the names of the site that the app was built with; undefined before the first sync. @throws
 * CLI_LOCK_INVALID
 */
export function readSiteLock(folder: string): SiteContract | undefined {
  const file = path.join(folder, SITE_LOCK);
  if (!existsSync(file)) return undefined;
  const lock = siteContractSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (!lock.success) throw cliErrors.LOCK_INVALID({ file });
  return lock.data;
}

/** @returns whether the app's repository has the files. */
export function isSynced({ paths }: App): boolean {
  return existsSync(path.join(paths.root, SITE_LOCK));
}

/** Writes both files, each atomically. @returns whether one of them changed. */
export function writeSiteFiles({ config, paths }: App, site: SiteContract): boolean {
  const ofKit = [...kitIcons()].flatMap(([prefix, names]) => names.map((name) => `${prefix}:${name}`));
  const used = iconNames(paths.root);
  const lock: SiteContract = { ...site, icons: site.icons.filter((icon) => used.has(icon)) };
  const written = [
    writeChanged(path.join(paths.root, SITE_TYPES), siteTypesText(site, config, ofKit)),
    writeChanged(path.join(paths.root, SITE_LOCK), `${JSON.stringify(lock, null, 2)}\n`),
  ];
  return written.includes(true);
}

/** @returns possible names of icons in an app's sources and content. */
function iconNames(root: string): ReadonlySet<string> {
  const files = sourceFiles(root).filter((name) => /^(?:src|content)\//.test(name));
  const texts = files.map((name) => readFileSync(path.join(root, name), 'utf8'));
  return new Set(texts.flatMap((text) => text.match(/\b[a-z\d-]+:[a-z\d-]+\b/g) ?? []));
}

/**
 * The names of the site and of the app itself, which its sources may also use.
 * @param ofKit icons of its kit, in the type `KitIcon`
 * @returns the text of `mfe-env.d.ts`, with names and literals of other teams in quotes.
 */
export function siteTypesText(
  site: SiteContract,
  { routes, islands = {}, guards = {}, personal }: MfeConfig,
  ofKit: string[],
): string {
  const own = routes.map((route) => route.path);
  const targets = [...Object.keys(site.pages), ...Object.keys(site.resources), ...own].map(targetType);
  const ownProps = Object.entries(islands).flatMap(([name, { props }]) =>
    props ? [[name, propsSchema(props)!] as const] : [],
  );
  const props = Object.entries({ ...site.islandProps, ...Object.fromEntries(ownProps) }).toSorted(
    ([a], [b]) => (a < b ? -1 : 1),
  );
  const names = (others: object, more: object) =>
    union([...Object.keys(others), ...Object.keys(more)].map(literalText));
  return `// Written by \`mfe sync\`, not to be edited: the parts of this site. The use of any other name is a type error.
import type { KitIcon } from '@voltframe/kit/react';

declare module '@voltframe/kit/react' {
  interface SiteTypes {
    page: ${union(targets)};
    island: ${names(site.islands, islands)};
    islandProps: {${props.map(([name, schema]) => `\n      ${literalText(name)}: ${typeText(schema)};`).join('')}
    };
    guard: ${names(site.guards, guards)};
    place: ${union(site.places.map(literalText))};
    token: ${union(site.tokens.map(literalText))};${iconTypes(site.icons, ofKit)}${personalTypes(personal)}
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

/** An app without a declaration accepts any. */
function personalTypes(personal: MfeConfig['personal'] = {}): string {
  const names = Object.keys(personal).map(literalText);
  if (names.length === 0) return '';
  const paths = Object.values(personal).flatMap((use) =>
    use.paths.flatMap((one) => patternTypes(personalExchange(one).path)),
  );
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
