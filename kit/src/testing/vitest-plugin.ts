import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isImage } from '../build/images/image-file.ts';
import { createPictures, pictureModule } from '../build/images/pictures.ts';
import { svgComponent } from '../build/images/svg-component.ts';
import { loadApp } from '../build/load-config.ts';
import { isFacade } from '../build/router-facade.ts';

const KIT = path.resolve(import.meta.dirname, '..') + path.sep;
const ROUTER = path.join(
  import.meta.dirname,
  `react-router${import.meta.filename.endsWith('.ts') ? '.tsx' : '.js'}`,
);

/**
 * A plugin of Vite for unit tests: `plugins: [voltframe()]` in vitest.config.ts. An imported image is a `Picture`, as
 * in `mfe dev`, and `import.meta.env` has the values of `env`. Vite also loads the components of the kit, because Node
 * cannot import their stylesheets.
 */
export function voltframe() {
  let place: Promise<ReturnType<typeof createPictures>> | undefined;
  let root = '';
  return {
    name: 'voltframe',
    enforce: 'pre' as const,
    async config({ root: folder = '.' }: { root?: string }) {
      const file = path.resolve(folder, 'mfe.config.ts');
      const { env = {} } = existsSync(file) ? (await loadApp(path.dirname(file))).config : {};
      return { test: { env, server: { deps: { inline: ['@voltframe/kit'] } } } };
    },
    /** `react-router` is the façade of the kit, as in a build. */
    resolveId: (name: string, importer?: string): string | undefined =>
      isFacade(name) && importer !== undefined && !importer.startsWith(KIT) ? ROUTER : undefined,
    configResolved: (config: { root: string }): void => void (root = config.root),
    /** @throws the defect of an image, as `mfe build` reports it */
    async load(id: string): Promise<string | undefined> {
      if (!path.isAbsolute(id)) return undefined;
      const [, drawing] = /^(.+\.svg)\?react$/i.exec(id) ?? [];
      if (drawing !== undefined)
        return svgComponent(path.relative(root, drawing), await readFile(drawing, 'utf8'));
      if (!isImage(id)) return undefined;
      place ??= loadApp(root).then((app) => createPictures(app, 'development'));
      const placed = await (await place)(id, path.relative(root, id), await readFile(id));
      if (typeof placed === 'string') throw new Error(placed);
      return pictureModule(placed.picture);
    },
  };
}
