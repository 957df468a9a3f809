import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type App, resolveModule, resourceModule } from './app-paths.ts';
import { shareScopeModule } from './federation/shared-scope.ts';
import { writeChanged } from './release/write-release.ts';
import type { MfeConfig, MfeRoute } from '../contract/release/mfe-config.ts';
import { personalExchange } from '../contract/release/personal.ts';
import { linkedPath } from '../contract/release/release.ts';
import type { PageImage } from '../contract/page/page-server.ts';
import type { IconBody } from '../react/icons/icon-registry.ts';

/** The modules that the build generates from an app's config. */
export type Entries = ReturnType<typeof writeEntries>;

/**
 * Writes the generated modules of an app into its cache folder.
 * @param contentIcons icons that the app's content names; the server bundle registers them
 * @param cards route → the picture that networks show with links to its pages
 * @param fonts the stylesheet of the app's fonts
 */
export function writeEntries(
  app: App,
  contentIcons: Record<string, IconBody>,
  cards: Record<string, PageImage> = {},
  fonts?: string,
) {
  mkdirSync(app.paths.generated, { recursive: true });
  const write = (name: string, code: string): string => {
    const file = path.join(app.paths.generated, name);
    // A watching webpack does not build again for an unchanged file.
    writeChanged(file, code);
    return file;
  };
  for (const route of app.config.routes) {
    if (route.requires !== undefined) write(`${requiringPage(route)}.ts`, requiringModule(app, route));
    if (layoutsOf(app.config, route).length > 0) write(`${laidOutPage(route)}.ts`, laidOutModule(app, route));
  }
  return {
    server: write('server.ts', serverEntry(app, contentIcons, cards)),
    /** Shell: `virtual-guards`, its guards for the browser. */
    guards: write('guards.ts', guardsModule(app)),
    /** Shell: `virtual-share-scope`, its shared modules. */
    shareScope: write('share-scope.ts', shareScopeModule()),
    ...(fonts !== undefined && { fonts }),
  };
}

const quote = (text: string): string => JSON.stringify(text);

function serverEntry(
  app: App,
  contentIcons: Record<string, IconBody>,
  cards: Record<string, PageImage>,
): string {
  const from = (module: string): string => quote(relative(app, module));
  const { routes, islands = {}, guards = {}, resources = {} } = app.config;
  const lines: string[] = [
    `import { registerContentIcons } from '@voltframe/kit/react';`,
    `registerContentIcons(${JSON.stringify(contentIcons)});`,
    EVALUATED,
  ];
  /** Exports a record; `code` is an expression for an entry. */
  const record = <Entry>(
    name: string,
    entries: Record<string, Entry>,
    code: (entry: Entry) => string,
  ): void => {
    const values = Object.entries(entries).map(([key, entry]) => `  ${quote(key)}: () => (${code(entry)}),`);
    lines.push(`export const ${name} = evaluated({\n${values.join('\n')}\n});`);
  };
  const theDefault = (module: string): string => `require(${from(module)}).default`;
  record('pages', Object.fromEntries(routes.map((route) => [route.id, route])), (route) => {
    const { page, server } = route;
    const given = server === undefined ? '{}' : `require(${from(server)})`;
    const layouts = layoutsOf(app.config, route)
      .map((layout, i) => placed(app.config, route, i, theDefault(layout)))
      .join(', ');
    return `{ Component: ${theDefault(page)}, server: ${given}${layouts && `, layouts: [${layouts}]`} }`;
  });
  record('islands', islands, ({ component, server, interactive }) => {
    const loader = server === undefined ? '' : `, loader: require(${from(server)}).loader`;
    return `{ Component: ${theDefault(component)}${loader}${interactive ? ', interactive: true' : ''} }`;
  });
  record('guards', guards, theDefault);
  record('resources', resources, (resource) => theDefault(resourceModule(resource)));
  if (lines.some((line) => line.includes('layoutAt('))) lines.unshift(IMPORT_LAYOUT_AT);
  lines.push(`export const cards = ${JSON.stringify(cards)};`);
  if (app.kind === 'shell')
    lines.push(`export { shared, createRenderer } from ${from('./src/entry.server.tsx')};`);
  return `${lines.join('\n')}\n`;
}

/**
 * Evaluates the modules of a record. The error of one that throws is thrown where its entry is read, so that it fails
 * its own pages, and not all of the app.
 */
const EVALUATED = `function evaluated(entries) {
  const made = {};
  for (const [key, read] of Object.entries(entries))
    try {
      made[key] = read();
    } catch (error) {
      Object.defineProperty(made, key, { enumerable: true, get() { throw error; } });
    }
  return made;
}`;

/** @returns the browser module of a page, in the form of the config. */
export function clientPage({ config, paths }: App, route: MfeRoute): string {
  const generated = (name: string): string => path.join(paths.generated, `${name}.ts`);
  if (layoutsOf(config, route).length > 0) return generated(laidOutPage(route));
  return route.requires === undefined ? route.page : generated(requiringPage(route));
}

const requiringPage = ({ id }: MfeRoute): string => `requiring.${id}`;
const laidOutPage = ({ id }: MfeRoute): string => `laid-out.${id}`;

/** @returns the modules around a page, from the outermost. */
export function layoutsOf({ app }: MfeConfig, { layout = [] }: MfeRoute): string[] {
  return [app ?? [], layout].flat();
}

/**
 * @returns the personal data that a route requires, and the redirect for an unknown visitor; undefined when one is
 * missing.
 */
export function requirementOf(config: MfeConfig, { requires = '' }: MfeRoute): string[] | undefined {
  const { paths: [first = '*'] = [], methods = [], signIn = '' } = config.personal?.[requires] ?? {};
  const { path: asked } = personalExchange(first);
  const to = linkedPath(config, { route: signIn, label: '' });
  return to === undefined || asked.includes('*') || !methods.includes('GET')
    ? undefined
    : [requires, asked, to];
}

/** The server bundle has the page only; requirements are checked in the browser. */
function requiringModule(app: App, route: MfeRoute): string {
  const [name, asked, to] = requirementOf(app.config, route)!.map(quote);
  return `import { requiring } from '@voltframe/kit/react/use-personal';
import Page from ${quote(relative(app, route.page))};
export default requiring(Page, ${name}, ${asked}, ${to});
`;
}

const IMPORT_LAYOUT_AT = `import { layoutAt } from '@voltframe/kit/react/layout-at';`;

/**
 * @param index of the layout, from the outermost
 * @param code of the layout
 * @returns code of the layout at the part of the path that all of its pages have
 */
function placed(config: MfeConfig, route: MfeRoute, index: number, code: string): string {
  const around = (one: MfeRoute): string =>
    layoutsOf(config, one)
      .slice(0, index + 1)
      .join('\n');
  const pages = config.routes.filter((one) => around(one) === around(route));
  const [first = [], ...others] = pages.map(({ path: pattern }) => pattern.split('/'));
  const differs = (segment: string, i: number): boolean => others.some((other) => other[i] !== segment);
  const common = first.findIndex(differs);
  const isOfOnePath = others.every(({ length }) => length === first.length) && common === -1;
  // The first part is that before the slash.
  return isOfOnePath ? code : `layoutAt(${code}, ${(common === -1 ? first.length : common) - 1})`;
}

function laidOutModule(app: App, route: MfeRoute): string {
  const page = route.requires === undefined ? relative(app, route.page) : `./${requiringPage(route)}.ts`;
  const modules = layoutsOf(app.config, route).map((layout) => quote(relative(app, layout)));
  const layouts = modules.map((_, i) => placed(app.config, route, i, `layout${i}`));
  const isPlaced = layouts.some((layout) => layout.startsWith('layoutAt('));
  const imports = modules.map((layout, i) => `import layout${i} from ${layout};\n`).join('');
  // Stylesheets of layouts come before those of the page.
  return `${isPlaced ? `${IMPORT_LAYOUT_AT}\n` : ''}${imports}export { default } from ${quote(page)};
export const layouts = [${layouts.join(', ')}];
`;
}

function guardsModule(app: App): string {
  const guards = Object.entries(app.config.guards ?? {});
  const imports = guards.map(([, module], i) => `import guard${i} from ${quote(relative(app, module))};`);
  const entries = guards.map(([name], i) => `${quote(name)}: guard${i}`);
  return `${imports.join('\n')}\nexport default { ${entries.join(', ')} };\n`;
}

function relative(app: App, module: string): string {
  return path.relative(app.paths.generated, resolveModule(app, module)).replaceAll('\\', '/');
}
