import { globSync, readFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import type { ZodType } from 'zod';
import type { ContentSource } from '../../contract/release/mfe-config.ts';
import type { ContentEntry, PageImage } from '../../contract/page/page-server.ts';
import { hasOwn } from '../../contract/names.ts';
import { buildErrors } from '../../errors/build-errors.ts';
import type { App } from '../app-paths.ts';
import type { IconBody } from '../../react/icons/icon-registry.ts';
import { iconsIn } from '../icon-data.ts';
import type { PlaceCard } from '../cards/place-card.ts';
import type { PlacePicture } from '../images/pictures.ts';
import { checkYaml } from './check-yaml.ts';
import { compileMarkdown } from './markdown.ts';
import type { Picture } from '../../react/images/picture.ts';
import { decodeSegment } from '../../contract/routing/url-path.ts';
import { addressDefect } from '../images/check-images.ts';
import { parseRecordedAnswers, RECORDED_FILE, RECORDED_SOURCE } from '../../contract/release/recorded-answers.ts';

/** The compiled content of an app: files of the release's `data/` folder, and the icons the content names. */
export interface CompiledContent {
  files: Map<string, string>;
  /** Path in the release → image of a text. */
  images: Map<string, Buffer>;
  icons: Record<string, IconBody>;
  /** Route → the picture that networks show with links to its pages. */
  cards: Record<string, PageImage>;
}

/** Options for reading entries. */
interface Reading extends Pick<CompiledContent, 'images'> {
  app: App;
  placePicture: PlacePicture;
}

interface Entry extends Record<string, unknown> {
  slug: string;
  html: string;
}

/**
 * Compiles every source of the config's `content`: a Markdown collection becomes `data/{name}/{slug}.json` files and
 * `data/{name}/index.json` (all entries without bodies), a YAML file and what is derived from the collections become
 * `data/{name}.json`. Images beside a text become files of `client/`.
 * @param placeCard draws the pictures of entries and routes for networks; absent: no pictures
 * @throws BUILD_CONTENT_INVALID naming file, field and reason
 */
export async function compileContent(app: App, placePicture: PlacePicture, placeCard?: PlaceCard): Promise<CompiledContent> {
  const files = new Map<string, string>();
  const images: CompiledContent['images'] = new Map();
  const icons: Record<string, IconBody> = {};
  const collections: Record<string, Entry[]> = {};
  for (const [name, source] of Object.entries(app.config.content ?? {})) {
    if ('derive' in source) continue;
    if ('data' in source) {
      files.set(`data/${name}.json`, JSON.stringify(readData(app, source.data, source.schema)));
      continue;
    }
    const entries = await readCollection(source, { app, placePicture, images });
    const { card } = source;
    if (placeCard && card)
      await Promise.all(
        entries.map(async (entry) => {
          entry['card'] = await placeCard(card(entry as unknown as ContentEntry), entry.slug, images);
        }),
      );
    collections[name] = entries;
    for (const entry of entries) files.set(`data/${name}/${entry.slug}.json`, JSON.stringify(entry));
    files.set(
      `data/${name}/index.json`,
      JSON.stringify(entries.map(({ html: _, toc: __, card: ___, ...rest }) => rest)),
    );
  }
  for (const [name, source] of Object.entries(app.config.content ?? {}))
    if ('derive' in source) files.set(`data/${name}.json`, derived(app, name, source, collections));
  for (const text of files.values()) Object.assign(icons, iconsIn(text));
  for (const [name, text] of recordedFile(app.paths.root)) files.set(name, text);
  const read = <T>(name: string): T => JSON.parse(files.get(`data/${name}.json`) ?? 'null') as T;
  const cards: CompiledContent['cards'] = {};
  for (const { id, card } of app.config.routes) {
    const placed = card && (await placeCard?.(card(read), id, images));
    if (placed) cards[id] = placed;
  }
  return { files, images, icons, cards };
}

/** @returns the patterns of the source files of content, relative to the app's folder. */
export function contentPatterns({ config }: App): string[] {
  return Object.values(config.content ?? {}).flatMap((source) =>
    'derive' in source ? [] : ['data' in source ? source.data : source.markdown],
  );
}

async function readCollection(
  source: Extract<ContentSource, { markdown: string }>,
  reading: Reading,
): Promise<Entry[]> {
  const names = globSync(source.markdown, { cwd: reading.app.paths.root }).toSorted();
  const entries = await Promise.all(names.map((name) => readEntry(name, source.schema, reading)));
  checkSlugs(entries.map(({ slug }, index) => [fileOf(reading.app, names[index]!), slug]));
  return sortEntries(entries, source.sort ?? 'slug');
}

/** Lower-case letters, digits and single hyphens: the same in addresses, in files of any system, and in links. */
const SLUG = /^[a-z\d]+(?:-[a-z\d]+)*$/;

/** @param slugs file and slug of each entry of a collection. `index` is the name of the collection's own file. */
function checkSlugs(slugs: readonly [file: string, slug: string][]): void {
  const wrong = slugs.filter(([, slug]) => !SLUG.test(slug) || slug === 'index').map(([file]) => file);
  const rule = 'a slug has lower-case letters (a–z), digits and single hyphens, and is not "index"';
  if (wrong.length > 0) throw invalid(wrong.join(', '), 'slug', `${rule}; it is the name of the file without .md`);
  const files = new Map<string, string>();
  for (const [file, slug] of slugs) {
    const other = files.get(slug);
    if (other !== undefined) throw invalid(`${other}, ${file}`, 'slug', `both have the slug "${slug}"`);
    files.set(slug, file);
  }
}

const fileOf = ({ paths }: App, name: string): string => path.join(path.basename(paths.root), name);

async function readEntry(
  name: string,
  schema: ZodType,
  { app, placePicture, images }: Reading,
): Promise<Entry> {
  // Some editors write a byte order mark.
  const text = readFileSync(path.join(app.paths.root, name), 'utf8').replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const file = fileOf(app, name);
  const front = /^---[ \t]*\n([\s\S]*?\n)??---[ \t]*(?:\n|$)/.exec(text);
  if (!front)
    throw invalid(file, 'front matter', 'the file does not start with a block between two --- lines');
  if (text.includes('\uE000')) throw invalid(file, 'body', 'it has the private-use character U+E000');
  const data = checkYaml(file, (front[1] ?? '').trimEnd(), schema, 1) as object;
  const above = front[0].split('\n').length - 1;
  const body = await compileMarkdown(text.slice(front[0].length), async (src, line) => {
    const placed = await placeContentImage(app, path.dirname(name), src, placePicture, images);
    if (typeof placed === 'string') throw invalid(file, `line ${above + line}`, placed);
    return placed;
  });
  return { slug: path.basename(name, '.md'), ...data, ...body };
}

function readData(app: App, name: string, schema: ZodType): unknown {
  const file = path.join(path.basename(app.paths.root), name);
  try {
    return checkYaml(file, readFileSync(path.join(app.paths.root, name), 'utf8'), schema);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw invalid(file, 'file', 'it does not exist');
    throw error;
  }
}

function derived(
  app: App,
  name: string,
  { derive }: Extract<ContentSource, { derive: unknown }>,
  collections: Record<string, Entry[]>,
): string {
  const field = `content.${name}`;
  const file = path.join(path.basename(app.paths.root), 'mfe.config.ts');
  try {
    const entriesOf = <T>(of: string): T[] => {
      if (!hasOwn(collections, of)) throw new Error(`there is no collection "${of}"`);
      return collections[of] as unknown[] as T[];
    };
    const text = JSON.stringify(derive(entriesOf)) as unknown;
    if (typeof text === 'string') return text;
  } catch (error) {
    throw invalid(file, field, (error as Error).message);
  }
  throw invalid(file, field, 'derive returns nothing');
}

function invalid(file: string, field: string, reason: string): Error {
  return buildErrors.CONTENT_INVALID({ file, field, reason });
}

function sortEntries(entries: Entry[], sort: string): Entry[] {
  const descending = sort.startsWith('-');
  const key = descending ? sort.slice(1) : sort;
  const compare = (a: Entry, b: Entry): number => {
    const [x, y] = [a[key], b[key]] as [string | number, string | number];
    const order = typeof x === 'number' ? x - (y as number) : x < y ? -1 : x > y ? 1 : 0;
    return order === 0 ? (a.slug < b.slug ? -1 : 1) : order;
  };
  return entries.toSorted((a, b) => (descending ? compare(b, a) : compare(a, b)));
}

/**
 * Adds an image of a text to the release.
 * @param folder of the text, in the app's. @param images path in the release → body; the image is added.
 * @returns the data of the image for a page, or the defect
 */
export async function placeContentImage(
  { paths: { root } }: App,
  folder: string,
  src: string,
  placePicture: PlacePicture,
  images: Map<string, Buffer>,
): Promise<Picture | string> {
  const defect = addressDefect(src);
  if (defect !== undefined) return defect;
  const found = path.join(root, folder, decodeSegment(src) ?? src);
  if (!found.startsWith(root + path.sep)) return `${src} is outside of the app`;
  if (!existsSync(found)) return `${src} does not exist`;
  const placed = await placePicture(found, src, readFileSync(found));
  if (typeof placed === 'string') return placed;
  for (const [file, body] of placed.files) images.set(file, body);
  return placed.picture;
}

/**
 * The recorded answers of an app as a file of its release.
 * @param root folder of the app.
 * @returns path in the release and text; empty without recorded answers. @throws BUILD_CONTENT_INVALID
 */
export function recordedFile(root: string): [name: string, text: string][] {
  const file = path.join(root, RECORDED_SOURCE);
  if (!existsSync(file)) return [];
  try {
    return [[RECORDED_FILE, JSON.stringify(parseRecordedAnswers(readFileSync(file, 'utf8')))]];
  } catch (error) {
    const reason = (error as Error).message;
    throw buildErrors.CONTENT_INVALID({ file: RECORDED_SOURCE, field: 'recorded answers', reason }, error);
  }
}
