import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildErrors } from '../../errors/build-errors.ts';
import type { App } from '../app-paths.ts';
import { readImage } from './image-file.ts';
import { type ImageUse, imagesInScript, imagesInStyles } from './image-uses.ts';

const SOURCES = 'src/**/*.{ts,tsx,css}';

/** Looks at every image that an app's code and stylesheets name. @throws BUILD_IMAGES naming file and line of each defect */
export function checkImages({ config, paths: { root } }: App): void {
  const defects = globSync(SOURCES, { cwd: root })
    .toSorted()
    .flatMap((source) => defectsIn(root, source));
  if (defects.length > 0) throw buildErrors.IMAGES({ app: config.name, reason: defects.join('\n') });
}

function defectsIn(root: string, source: string): string[] {
  const folder = path.dirname(path.join(root, source));
  return usesIn(source, readFileSync(path.join(root, source), 'utf8')).flatMap(({ line, file, defect }) => {
    const found = file === undefined ? undefined : readImage(path.join(folder, file), file);
    const reason = typeof found === 'string' ? found : defect;
    return reason === undefined ? [] : [`${source.replaceAll('\\', '/')}:${line}: ${reason}`];
  });
}

function usesIn(source: string, text: string): ImageUse[] {
  return source.endsWith('.css') ? imagesInStyles(text) : imagesInScript(source, text);
}
