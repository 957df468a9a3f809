import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const TEMPLATES = path.resolve(import.meta.dirname, '../../../templates');
const SUFFIX = '.template';
/** As a gateway hands it out, with its version after it. */
const KIT_TARBALL = /(?<=^|\/)voltframe-kit-(?=[^/]*$)/;

/**
 * The files that a new app starts with.
 * @param kind `remote`: an app of this workspace. `repository`: what a repository of its own has besides, or instead
 * @param name of the app
 * @param kit the version or address that a repository takes the kit from; the gateway is taken from beside it
 * @returns file → text, in order of the names
 */
export function readTemplates(kind: 'remote' | 'repository', name: string, kit = ''): Map<string, string> {
  const title = name[0]!.toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const folder = path.join(TEMPLATES, kind);
  // Not globSync: it leaves out what begins with a dot.
  const templates = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(SUFFIX))
    .toSorted();
  return new Map(
    templates.map((template) => {
      const text = readFileSync(path.join(folder, template), 'utf8');
      const filled = text
        .replaceAll('__name__', name)
        .replaceAll('__Title__', title)
        .replaceAll('__kit__', kit)
        .replaceAll('__gateway__', kit.replace(KIT_TARBALL, 'voltframe-gateway-'));
      return [template.slice(0, -SUFFIX.length).replaceAll('\\', '/'), filled];
    }),
  );
}
