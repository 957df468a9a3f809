import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseCss, walk } from 'css-tree';
import { type JSXAttributeItem, parseSync, Visitor } from 'oxc-parser';
import { mergeSources } from '../../contract/routing/foreign-sources.ts';
import type { MfeConfig } from '../../contract/release/mfe-config.ts';
import { buildErrors } from '../../errors/build-errors.ts';
import type { App } from '../app-paths.ts';
import { PUBLIC_FOLDER } from '../release/public-files.ts';
import { imageOf, isImage, isPicture } from './image-file.ts';
import type { PlacePicture } from './pictures.ts';

const SOURCES = 'src/**/*.{ts,tsx,css}';

/**
 * Checks every image that an app's code and stylesheets name, and generates the needed versions.
 * @returns the places (file and line) of each `<img>` without its sizes: a stylesheet may have them
 * @throws BUILD_IMAGES naming file and line of each defect
 */
export async function checkImages(app: App, placePicture: PlacePicture): Promise<string[]> {
  const {
    config,
    paths: { root },
  } = app;
  const sources = globSync(SOURCES, { cwd: root }).toSorted();
  const checked = await Promise.all(sources.map((source) => checkSource(app, source, placePicture)));
  const reason = checked.flatMap(({ defects }) => defects).join('\n');
  if (reason !== '') throw buildErrors.IMAGES({ app: config.name, reason });
  return checked.flatMap(({ unsized }) => unsized);
}

async function checkSource(
  app: App,
  source: string,
  placePicture: PlacePicture,
): Promise<{ defects: string[]; unsized: string[] }> {
  const file = path.join(app.paths.root, source);
  const folder = path.dirname(file);
  const text = readFileSync(file, 'utf8');
  const uses = source.endsWith('.css')
    ? imagesInStyles(text)
    : imagesInScript(source, text, foreignOrigins(app.config));
  const placeOf = ({ line }: ImageUse): string => `${source.replaceAll('\\', '/')}:${line}`;
  const found = uses.map(async (use) => {
    const reason = use.defect ?? (await fileDefect(app, folder, use, placePicture));
    return reason === undefined ? [] : [`${placeOf(use)}: ${reason}`];
  });
  const defects = (await Promise.all(found)).flat();
  return { defects, unsized: uses.filter(({ unsized }) => unsized).map(placeOf) };
}

async function fileDefect(
  { paths: { root } }: App,
  folder: string,
  { file, address, made }: ImageUse,
  placePicture: PlacePicture,
): Promise<string | undefined> {
  if (address !== undefined && !existsSync(path.join(root, PUBLIC_FOLDER, address)))
    return `${address} does not exist: import the image, or keep it in ${PUBLIC_FOLDER}/`;
  if (file === undefined) return undefined;
  const place = path.join(folder, file);
  if (!existsSync(place)) return `${file} does not exist`;
  const body = readFileSync(place);
  const found = made ? await placePicture(place, file, body) : imageOf(body, file, 'sent');
  return typeof found === 'string' ? found : undefined;
}

/** The foreign sources of all its pages and islands, because the page of an image is unknown here. */
function foreignOrigins({ csp, routes, islands = {} }: MfeConfig): string[] {
  const declared = [csp, ...[...routes, ...Object.values(islands)].map((one) => one.csp)];
  return mergeSources(...declared)['img-src'] ?? [];
}

/** A line of a source that names an image: its file, or the defect. */
interface ImageUse {
  line: number;
  /** Relative to the source. */
  file?: string;
  /** Whether the build generates versions of it. */
  made?: boolean;
  /** Of the site: a file of `public/`. */
  address?: string;
  defect?: string;
  /** An `<img>` without its sizes. */
  unsized?: true;
}

/**
 * Reads the images that a module imports, and its `<img>`.
 * @param name of the source; its extension tells the language.
 * @param foreign declared origins of images.
 * @returns an empty list for a source that does not parse, which the compiler reports.
 */
export function imagesInScript(name: string, source: string, foreign: readonly string[] = []): ImageUse[] {
  const { program, module, errors } = parseSync(name, source);
  if (errors.length > 0) return [];
  const lineAt = (start: number): number => source.slice(0, start).split('\n').length;
  const imported = module.staticImports
    // A component is read by its loader (svg-component.ts).
    .filter(({ moduleRequest: { value } }) => !value.endsWith('?react'))
    .map(({ start, moduleRequest: { value } }) => ({
      line: lineAt(start),
      file: fileOf(value),
      made: isPicture(value),
    }))
    .filter(({ file }) => file.startsWith('.') && isImage(file));
  const shown: ImageUse[] = [];
  new Visitor({
    JSXOpeningElement({ name: element, attributes, start }) {
      if (element.type !== 'JSXIdentifier' || element.name !== 'img') return;
      const line = lineAt(start);
      shown.push(...usesOf(attributes, foreign).map((use) => ({ line, ...use })));
    },
  }).visit(program);
  return [...imported, ...shown];
}

/** @returns the images in a stylesheet. */
export function imagesInStyles(source: string): ImageUse[] {
  const found: ImageUse[] = [];
  walk(parseCss(source, { positions: true, parseCustomProperty: true }), (node) => {
    if (node.type !== 'Url' || /^(?:[a-z]+:|\/|#)/i.test(node.value)) return;
    const file = fileOf(node.value);
    if (isImage(file)) found.push({ line: node.loc?.start.line ?? 1, file });
  });
  return found;
}

/**
 * @param foreign origins of which the app declares that it shows images.
 * @returns the defect of an image's address; undefined for a file of the app, and for a data URL.
 */
export function addressDefect(src: string, foreign: readonly string[] = []): string | undefined {
  if (/^data:/i.test(src)) return undefined;
  if (isElsewhere(src)) {
    const { origin } = URL.canParse(src) ? new URL(src) : { origin: 'https://images.example' };
    if (foreign.includes(origin)) return undefined;
    return `${src} is of another site: keep the file in the app, or add csp: { 'img-src': ['${origin}'] } to mfe.config.ts`;
  }
  return src.startsWith('/') ? `${src} does not exist: no app answers an image there` : undefined;
}

function isElsewhere(src: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(src);
}

function usesOf(attributes: JSXAttributeItem[], foreign: readonly string[]): Omit<ImageUse, 'line'>[] {
  // The value of a property is unknown here.
  const isOpen = attributes.some(({ type }) => type === 'JSXSpreadAttribute');
  const own = attributes.filter((one) => one.type === 'JSXAttribute');
  const values = new Map(own.map(({ name, value }) => [name.name, value]));
  const src = values.get('src');
  const isUnsized = !isOpen && !(values.has('width') && values.has('height'));
  return [
    ...(src?.type === 'Literal' ? addressUse(src.value, foreign) : []),
    ...(isUnsized ? [{ unsized: true as const }] : []),
  ];
}

function addressUse(src: string, foreign: readonly string[]): Omit<ImageUse, 'line'>[] {
  if (/^\/(?!\/)/.test(src)) return [{ address: fileOf(src) }];
  const notImported = `${src} is not in the build: import it, and give src what is imported`;
  const defect = addressDefect(src, foreign) ?? (isElsewhere(src) ? undefined : notImported);
  return defect === undefined ? [] : [{ defect }];
}

/** The path without the query for a loader. */
function fileOf(specifier: string): string {
  return specifier.replace(/[?#].*$/, '');
}
