import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';

const FIXTURES = path.join(import.meta.dirname, 'fixtures');
const WORKSPACE_MODULES = ['kit', 'enquiries', 'gateway'].map((part) =>
  path.join(root, part, 'node_modules'),
);

/** Installs an app and its packages in a folder, like a package manager. Dependencies are links to the workspace. */
export type Layout = (folder: string, kit: string) => string;

/** Each package directly under `node_modules`. @param kit the packed folder. @returns the folder of the app */
export const asNpm: Layout = (folder, kit) => {
  const app = copyApp(folder);
  const modules = path.join(app, 'node_modules');
  copyPackage(kit, path.join(modules, '@voltframe/kit'));
  copyPackage(path.join(FIXTURES, 'tiny'), path.join(modules, 'tiny'));
  linkAll(dependenciesOf(kit), modules);
  return app;
};

/** Installs only the gateway in a folder. @param gateway the packed folder. @returns the program of the gateway */
export function installGateway(folder: string, gateway: string): string {
  const modules = path.join(folder, 'node_modules');
  copyPackage(gateway, path.join(modules, '@voltframe/gateway'));
  linkAll(dependenciesOf(gateway), modules);
  return path.join(modules, '@voltframe/gateway/bin/gateway.cjs');
}

/** Each package in a folder of its name and version, with links to its dependencies; deeper than `asNpm`. */
export const asPnpm: Layout = (folder, kit) => {
  const app = copyApp(path.join(folder, 'deep/er'));
  const modules = path.join(app, 'node_modules');
  const store = (name: string) =>
    path.join(modules, '.pnpm', `${name.replace('/', '+')}@1.0.0`, 'node_modules');
  copyPackage(kit, path.join(store('@voltframe/kit'), '@voltframe/kit'));
  linkAll(dependenciesOf(kit), store('@voltframe/kit'));
  copyPackage(path.join(FIXTURES, 'tiny'), path.join(store('tiny'), 'tiny'));
  link(path.join(store('@voltframe/kit'), '@voltframe/kit'), path.join(modules, '@voltframe/kit'));
  link(path.join(store('tiny'), 'tiny'), path.join(modules, 'tiny'));
  linkAll(['react', '@types/react', '@types/node'], modules);
  return app;
};

function copyApp(folder: string): string {
  const app = path.join(folder, 'notes');
  cpSync(path.join(FIXTURES, 'app'), app, { recursive: true });
  return app;
}

function copyPackage(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    cpSync(path.join(from, name), path.join(to, name), { recursive: true });
}

function dependenciesOf(packed: string): string[] {
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(path.join(packed, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'peerDependencies', Record<string, string> | undefined>;
  return Object.keys({ ...dependencies, ...peerDependencies });
}

function linkAll(names: string[], modules: string): void {
  for (const name of names) {
    const places = WORKSPACE_MODULES.map((one) => path.join(one, name));
    link(
      places.find((place) => existsSync(place))!,
      path.join(modules, name),
    );
  }
}

function link(target: string, place: string): void {
  mkdirSync(path.dirname(place), { recursive: true });
  symlinkSync(target, place, 'junction');
}
