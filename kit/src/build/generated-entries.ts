import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type App, resolveModule } from './app-paths.ts';
import { shareScopeModule } from './federation/shared-scope.ts';
import { writeChanged } from './release/write-release.ts';
import type { MfeConfig, MfeRoute } from '../contract/release/mfe-config.ts';
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
  for (const route of app.config.routes)
    if (route.requires !== undefined) write(`${requiringPage(route)}.ts`, requiringModule(app, route));
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
  const lines: string[] = [`import { registerContentIcons } from '@voltframe/kit/react';`];
  const exported: string[] = [];
  /** Exports a record; `value` adds the imports that an entry needs. */
  const record = <Entry>(
    name: string,
    entries: [key: string, entry: Entry][],
    value: (entry: Entry, variable: string) => string,
  ): void => {
    const values = entries.map(([key, entry], i) => `  ${quote(key)}: ${value(entry, `${name}${i}`)},`);
    exported.push(`export const ${name} = {\n${values.join('\n')}\n};`);
  };
  const imported = (module: string, variable: string): string => {
    lines.push(`import ${variable} from ${from(module)};`);
    return variable;
  };
  record(
    'pages',
    routes.map((route) => [route.id, route]),
    ({ page, server }, variable) => {
      if (server) lines.push(`import * as server_${variable} from ${from(server)};`);
      return `{ Component: ${imported(page, variable)}, server: ${server ? `server_${variable}` : '{}'} }`;
    },
  );
  record('islands', Object.entries(islands), ({ component, server, interactive }, variable) => {
    if (server) lines.push(`import { loader as loader_${variable} } from ${from(server)};`);
    const loader = server ? `, loader: loader_${variable}` : '';
    return `{ Component: ${imported(component, variable)}${loader}${interactive ? ', interactive: true' : ''} }`;
  });
  record('guards', Object.entries(guards), imported);
  record('resources', Object.entries(resources), imported);
  lines.push(`registerContentIcons(${JSON.stringify(contentIcons)});`, ...exported);
  lines.push(`export const cards = ${JSON.stringify(cards)};`);
  if (app.kind === 'shell')
    lines.push(`export { shared, createRenderer } from ${from('./src/entry.server.tsx')};`);
  return `${lines.join('\n')}\n`;
}

/** @returns the browser module of a page, in the form of the config. */
export function clientPage({ paths }: App, route: MfeRoute): string {
  return route.requires === undefined ? route.page : path.join(paths.generated, `${requiringPage(route)}.ts`);
}

const requiringPage = ({ id }: MfeRoute): string => `requiring.${id}`;

/**
 * @returns the personal data that a route requires, and the redirect for an unknown visitor; undefined when one is
 * missing.
 */
export function requirementOf(config: MfeConfig, { requires = '' }: MfeRoute): string[] | undefined {
  const { paths: [asked = '*'] = [], methods = [], signIn = '' } = config.personal?.[requires] ?? {};
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

function guardsModule(app: App): string {
  const guards = Object.entries(app.config.guards ?? {});
  const imports = guards.map(([, module], i) => `import guard${i} from ${quote(relative(app, module))};`);
  const entries = guards.map(([name], i) => `${quote(name)}: guard${i}`);
  return `${imports.join('\n')}\nexport default { ${entries.join(', ')} };\n`;
}

function relative(app: App, module: string): string {
  return path.relative(app.paths.generated, resolveModule(app, module)).replaceAll('\\', '/');
}
