import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type App, resolveModule } from './app-paths.ts';
import { shareScopeModule } from './federation/shared-scope.ts';
import type { PageImage } from '../contract/page/page-server.ts';
import type { IconBody } from '../react/icons/icon-registry.ts';

/** The modules that the build derives from an app's config. */
export interface Entries {
  server: string;
  /** Shell: `virtual-guards`, its guards for the browser. */
  guards: string;
  /** Shell: `virtual-share-scope`, what it shares. */
  shareScope: string;
  /** The stylesheet that has the app's fonts, if it has any. */
  fonts?: string;
}

/**
 * Writes the generated modules of an app into its cache folder.
 * @param contentIcons icons that the app's content names; the server bundle registers them
 * @param cards route → the picture that networks show with links to its pages
 * @param fonts the stylesheet that has the app's
 */
export function writeEntries(
  app: App,
  contentIcons: Record<string, IconBody>,
  cards: Record<string, PageImage> = {},
  fonts?: string,
): Entries {
  mkdirSync(app.paths.generated, { recursive: true });
  const write = (name: string, code: string): string => {
    const file = path.join(app.paths.generated, name);
    // Unchanged files keep their time: a watching webpack does not build again.
    if (readOrEmpty(file) !== code) writeFileSync(file, code);
    return file;
  };
  return {
    server: write('server.ts', serverEntry(app, contentIcons, cards)),
    guards: write('guards.ts', guardsModule(app)),
    shareScope: write('share-scope.ts', shareScopeModule()),
    ...(fonts !== undefined && { fonts }),
  };
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
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
  const pages = routes.map((route, i) => {
    lines.push(`import page${i} from ${from(route.page)};`);
    lines.push(
      route.server ? `import * as server${i} from ${from(route.server)};` : `const server${i} = {};`,
    );
    return `  ${quote(route.id)}: { Component: page${i}, server: server${i} },`;
  });
  const islandLines = Object.entries(islands).map(([name, island], i) => {
    lines.push(`import island${i} from ${from(island.component)};`);
    if (island.server) lines.push(`import { loader as loader${i} } from ${from(island.server)};`);
    return `  ${quote(name)}: { Component: island${i}${island.server ? `, loader: loader${i}` : ''} },`;
  });
  const guardLines = Object.entries(guards).map(([name, module], i) => {
    lines.push(`import guard${i} from ${from(module)};`);
    return `  ${quote(name)}: guard${i},`;
  });
  const resourceLines = Object.entries(resources).map(([address, module], i) => {
    lines.push(`import resource${i} from ${from(module)};`);
    return `  ${quote(address)}: resource${i},`;
  });
  lines.push(`registerContentIcons(${JSON.stringify(contentIcons)});`);
  lines.push(`export const pages = {\n${pages.join('\n')}\n};`);
  lines.push(`export const islands = {\n${islandLines.join('\n')}\n};`);
  lines.push(`export const guards = {\n${guardLines.join('\n')}\n};`);
  lines.push(`export const resources = {\n${resourceLines.join('\n')}\n};`);
  lines.push(`export const cards = ${JSON.stringify(cards)};`);
  if (app.kind === 'shell')
    lines.push(`export { shared, createRenderer } from ${from('./src/entry.server.tsx')};`);
  return `${lines.join('\n')}\n`;
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
