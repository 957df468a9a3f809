import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { IconSet } from '@voltframe/kit/contract/page/icon';

const require = createRequire(import.meta.url);

/** Collections that come with the gateway, in Iconify's JSON. */
const BUNDLED: Record<string, () => string> = {
  lucide: () => require.resolve('@iconify-json/lucide/icons.json'),
  'simple-icons': () => require.resolve('@iconify-json/simple-icons/icons.json'),
};

/** @param prefix name of a collection. @returns it; undefined when it does not come with the gateway */
export function readCollection(prefix: string): Promise<IconSet> | undefined {
  if (!Object.hasOwn(BUNDLED, prefix)) return undefined;
  return readFile(BUNDLED[prefix]!(), 'utf8').then((text) => JSON.parse(text) as IconSet);
}

let names: Promise<string[]> | undefined;

/** @returns the names of all icons that come with the gateway: `lucide:arrow-right` */
export function bundledNames(): Promise<string[]> {
  names ??= Promise.all(Object.keys(BUNDLED).map(namesOf)).then((each) => each.flat());
  return names;
}

async function namesOf(prefix: string): Promise<string[]> {
  const { icons, aliases = {} } = (await readCollection(prefix))!;
  return [...Object.keys(icons), ...Object.keys(aliases)].toSorted().map((name) => `${prefix}:${name}`);
}
