import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { buildErrors } from '../errors/build-errors.ts';
import { type App, resolveModule } from './app-paths.ts';
import { layoutsOf } from './generated-entries.ts';

/** Elements that work without a script. */
const ACTS_ALONE = new Set(['a', 'form']);
const KEEPS_STATE = new Set(['useState', 'useReducer']);
const ENDINGS = ['', '.tsx', '.ts', '/index.tsx', '/index.ts'];

/**
 * Checks the modules that only non-interactive islands use. Their HTML has no JavaScript, so an event handler is
 * never called, and a state never changes. A module that a page or an interactive island also uses may have both.
 * @throws BUILD_ISLANDS naming file and line
 */
export function checkIslands(app: App): void {
  const { routes, islands = {} } = app.config;
  const modulesOf = (wanted: boolean): string[] =>
    Object.values(islands)
      .filter(({ interactive = false }) => interactive === wanted)
      .map(({ component }) => resolveModule(app, component));
  const components = modulesOf(false);
  if (components.length === 0) return;
  const texts = new Map<string, string>();
  const hydrated = reachable(
    [
      ...routes.flatMap((route) =>
        [route.page, ...layoutsOf(app.config, route)].map((page) => resolveModule(app, page)),
      ),
      ...modulesOf(true),
    ],
    texts,
  );
  const ofIslands = reachable(components, texts);
  const defects = [...ofIslands.difference(hydrated)].flatMap((file) => {
    const source = path.relative(app.paths.root, file).replaceAll('\\', '/');
    return deadLines(source, texts.get(file)!).map(({ line, reason }) => `${source}:${line}: ${reason}`);
  });
  if (defects.length > 0) throw buildErrors.ISLANDS({ app: app.config.name, reason: defects.join('\n') });
}

/**
 * @param name of the source; its extension tells the language.
 * @returns the lines that have no effect in an island; an empty list for a source that does not parse, which the
 * compiler reports.
 */
export function deadLines(name: string, source: string) {
  const { program, module, errors } = parseSync(name, source);
  if (errors.length > 0) return [];
  const lineAt = (start: number): number => source.slice(0, start).split('\n').length;
  const states = new Map(
    module.staticImports
      .filter(({ moduleRequest }) => moduleRequest.value === 'react')
      .flatMap(({ entries }) => entries)
      .map(({ importName, localName }): [string, string] => [localName.value, importName.name ?? ''])
      .filter(([, imported]) => KEEPS_STATE.has(imported)),
  );
  const found: { line: number; reason: string }[] = [];
  new Visitor({
    CallExpression({ callee, start }) {
      const called = callee.type === 'Identifier' ? states.get(callee.name) : undefined;
      if (called !== undefined) found.push({ line: lineAt(start), reason: `${called} never changes` });
    },
    JSXOpeningElement({ name: element, attributes }) {
      if (element.type !== 'JSXIdentifier' || !/^[a-z]/.test(element.name) || ACTS_ALONE.has(element.name))
        return;
      for (const one of attributes) {
        const attribute = one.type === 'JSXAttribute' && one.name.type === 'JSXIdentifier' && one.name.name;
        if (attribute && /^on[A-Z]/.test(attribute))
          found.push({
            line: lineAt(one.start),
            reason: `${attribute} of <${element.name}> is never called`,
          });
      }
    },
  }).visit(program);
  return found;
}

/**
 * @param texts receives the sources of the modules. @returns these modules and the modules of the app that they
 * import.
 */
function reachable(modules: string[], texts: Map<string, string>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...modules];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) continue;
    reached.add(file);
    const text = texts.get(file) ?? readFileSync(file, 'utf8');
    texts.set(file, text);
    for (const { moduleRequest } of parseSync(file, text).module.staticImports)
      if (moduleRequest.value.startsWith('.')) {
        const base = path.resolve(path.dirname(file), moduleRequest.value);
        const found = ENDINGS.map((ending) => base + ending).find(
          (one) => /\.tsx?$/.test(one) && existsSync(one),
        );
        if (found !== undefined) waiting.push(found);
      }
  }
  return reached;
}
