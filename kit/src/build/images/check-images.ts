import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildErrors } from '../../errors/build-errors.ts';
import type { App } from '../app-paths.ts';
import { readImage } from './image-file.ts';
import { type ImageUse, imagesInScript, imagesInStyles } from './image-uses.ts';
import type { Pictures } from './pictures.ts';

const SOURCES = 'src/**/*.{ts,tsx,css}';

/**
 * Looks at every image that an app's code and stylesheets name; versions that a build needs are made by this.
 * @throws BUILD_IMAGES naming file and line of each defect
 */
export async function checkImages({ config, paths: { root } }: App, pictures: Pictures): Promise<void> {
  const sources = globSync(SOURCES, { cwd: root }).toSorted();
  const defects = await Promise.all(sources.map((source) => defectsIn(root, source, pictures)));
  const reason = defects.flat().join('\n');
  if (reason !== '') throw buildErrors.IMAGES({ app: config.name, reason });
}

async function defectsIn(root: string, source: string, pictures: Pictures): Promise<string[]> {
  const folder = path.dirname(path.join(root, source));
  const uses = usesIn(source, readFileSync(path.join(root, source), 'utf8'));
  const found = uses.map(async (use) => {
    const reason = use.defect ?? (await fileDefect(folder, use, pictures));
    return reason === undefined ? [] : [`${source.replaceAll('\\', '/')}:${use.line}: ${reason}`];
  });
  return (await Promise.all(found)).flat();
}

async function fileDefect(
  folder: string,
  { file, made }: ImageUse,
  pictures: Pictures,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const image = readImage(path.join(folder, file), file, made ? 'made' : 'sent');
  if (typeof image === 'string' || !made) return typeof image === 'string' ? image : undefined;
  const placed = await pictures.place(path.join(folder, file), file, image.body);
  return typeof placed === 'string' ? placed : undefined;
}

function usesIn(source: string, text: string): ImageUse[] {
  return source.endsWith('.css') ? imagesInStyles(text) : imagesInScript(source, text);
}
