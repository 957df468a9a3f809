import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mergeSources } from '../../contract/routing/foreign-sources.ts';
import type { MfeConfig } from '../../contract/release/mfe-config.ts';
import { buildErrors } from '../../errors/build-errors.ts';
import type { App } from '../app-paths.ts';
import { imageOf } from './image-file.ts';
import { type ImageUse, imagesInScript, imagesInStyles } from './image-uses.ts';
import type { PlacePicture } from './pictures.ts';

const SOURCES = 'src/**/*.{ts,tsx,css}';

/**
 * Checks every image that an app's code and stylesheets name, and generates the needed versions.
 * @throws BUILD_IMAGES naming file and line of each defect
 */
export async function checkImages(app: App, placePicture: PlacePicture): Promise<void> {
  const {
    config,
    paths: { root },
  } = app;
  const sources = globSync(SOURCES, { cwd: root }).toSorted();
  const defects = await Promise.all(sources.map((source) => defectsIn(app, source, placePicture)));
  const reason = defects.flat().join('\n');
  if (reason !== '') throw buildErrors.IMAGES({ app: config.name, reason });
}

async function defectsIn(app: App, source: string, placePicture: PlacePicture): Promise<string[]> {
  const file = path.join(app.paths.root, source);
  const folder = path.dirname(file);
  const text = readFileSync(file, 'utf8');
  const uses = source.endsWith('.css')
    ? imagesInStyles(text)
    : imagesInScript(source, text, foreignOrigins(app.config));
  const found = uses.map(async (use) => {
    const reason = use.defect ?? (await fileDefect(folder, use, placePicture));
    return reason === undefined ? [] : [`${source.replaceAll('\\', '/')}:${use.line}: ${reason}`];
  });
  return (await Promise.all(found)).flat();
}

async function fileDefect(
  folder: string,
  { file, made }: ImageUse,
  placePicture: PlacePicture,
): Promise<string | undefined> {
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
