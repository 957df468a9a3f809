import { readFileSync } from 'node:fs';
import path from 'node:path';
import webpack, {
  type Compilation,
  type Compiler,
  type Dependency,
  type ExternalItemFunctionData,
  type Module,
  type ModuleGraph,
} from 'webpack';
import { literalPattern } from '../contract/literal-pattern.ts';

const NAME = 'RouterFacade';
const FOLDER = path.resolve(import.meta.dirname, '../react/router');
const FACADE = path.join(FOLDER, `react-router${path.extname(import.meta.filename)}`);
const ROUTER = /^react-router(?:-dom)?(?:\/dom)?$/;

/** @returns whether a request means the façade of react-router: any but those of the façade itself. */
export function isFacade(request: string, issuer = ''): boolean {
  return ROUTER.test(request) && !issuer.startsWith(FOLDER + path.sep);
}

export function isFacadeModule(module: Module | null): boolean {
  return module?.nameForCondition() === FACADE;
}

/** The shared react-router of a server bundle: the façade alone imports it. */
export function routerOfFacade({ request, contextInfo }: ExternalItemFunctionData): Promise<string | false> {
  return Promise.resolve(ROUTER.test(request) && !isFacade(request, contextInfo.issuer) ? request : false);
}

/**
 * Resolves `react-router` and `react-router-dom` to the names of the kit, and refuses the other names of react-router,
 * with file, line and the way out.
 * @param root folder of the app
 */
export function routerFacade(root: string) {
  return ({ hooks }: Compiler): void => {
    hooks.compilation.tap(NAME, (_, { normalModuleFactory }) => {
      normalModuleFactory.hooks.beforeResolve.tap(NAME, (data) => {
        if (isFacade(data.request, data.contextInfo.issuer)) data.request = FACADE;
      });
    });
    hooks.thisCompilation.tap(NAME, (compilation) => {
      // After webpack knows the exports of each module.
      compilation.hooks.finishModules.tap({ name: NAME, stage: 100 }, (modules) => {
        const found = new Set([...modules].flatMap((module) => refusedUses(compilation, module, root)));
        for (const message of found) compilation.errors.push(new webpack.WebpackError(message));
      });
    });
  };
}

type Use = Dependency & { request?: string; name?: string | null; ids?: string[] };

/** A name of the façade; '' for the object of all names. */
interface Named {
  facade: Module;
  name: string;
}

function refusedUses({ moduleGraph }: Compilation, module: Module, root: string): string[] {
  const file = module.nameForCondition() ?? '';
  if (file.startsWith(FOLDER + path.sep)) return [];
  const uses: Use[] = [...module.dependencies, ...module.blocks.flatMap(({ dependencies }) => dependencies)];
  return uses.flatMap((use) => {
    const target = moduleGraph.getModule(use);
    if (!target || !leadsToNames(use)) return [];
    return namesIn(moduleGraph, use, file)
      .map((ids) => resolve(moduleGraph, target, ids))
      .filter((named) => named && !isProvided(moduleGraph, named))
      .map((named) => refusal(file, use, named!.name, root));
  });
}

/** Imports for side effects and `export *` use no name. */
function leadsToNames({ type, name }: Use): boolean {
  return /^(?:harmony import specifier|cjs|import\(\))/.test(type) || (isReexport(type) && name !== null);
}

const isReexport = (type: string): boolean => type === 'harmony export imported specifier';

/** @returns the names that an import uses, as paths from the object of its module. */
function namesIn(moduleGraph: ModuleGraph, use: Use, file: string): string[][] {
  const { ids = [] } = use;
  if (ids.length > 0 || isReexport(use.type)) return [ids];
  const names = use
    .getReferencedExports(moduleGraph, undefined)
    .map((one) => (Array.isArray(one) ? one : one.name));
  const isWhole = names.some((name) => name.length === 0);
  return isWhole && use.type === 'cjs require' ? requiredNames(file, use.request ?? '') : names;
}

/** @returns the names that a CommonJS module uses of a module that it requires. */
function requiredNames(file: string, request: string): string[][] {
  const text = readFileSync(file, 'utf8');
  const quoted = literalPattern(request);
  const made = new RegExp(String.raw`([\w$]+)\s*=\s*(?:[\w$.]+\()?require\(["']${quoted}["']\)`, 'g');
  return [...text.matchAll(made)].flatMap(([, variable]) =>
    [...text.matchAll(new RegExp(String.raw`(?<![\w$.])${literalPattern(variable!)}\.([\w$]+)`, 'g'))].map(
      ([, name]) => [name!],
    ),
  );
}

/** @returns the name of the façade that a name of a module stands for, also through `export *`. */
function resolve(
  moduleGraph: ModuleGraph,
  module: Module,
  ids: string[],
  seen = new Set<Module>(),
): Named | undefined {
  const [name = '', ...rest] = ids;
  if (isFacadeModule(module)) return { facade: module, name };
  if (seen.has(module)) return undefined;
  seen.add(module);
  const exported = (module.dependencies as Use[]).filter(({ type }) => isReexport(type));
  const follow = (through: Use, named: string[]): Named | undefined => {
    const next = moduleGraph.getModule(through);
    return next ? resolve(moduleGraph, next, named, seen) : undefined;
  };
  const named = exported.find((one) => name !== '' && one.name === name);
  if (named) return follow(named, [...(named.ids ?? []), ...rest]);
  if (name !== '' && moduleGraph.getExportsInfo(module).isExportProvided(name) === true) return undefined;
  const stars = exported.filter((one) => one.name === null);
  return stars.map((star) => follow(star, ids)).find((found) => found !== undefined);
}

function isProvided(moduleGraph: ModuleGraph, { facade, name }: Named): boolean {
  if (name === '') return false;
  return name === '__esModule' || moduleGraph.getExportsInfo(facade).isExportProvided(name) === true;
}

function refusal(file: string, { request = '' }: Use, name: string, root: string): string {
  const own = path.relative(root, file).replaceAll('\\', '/');
  const subject =
    name === ''
      ? 'all names of react-router are used as one object'
      : `"${name}" of react-router has no meaning here`;
  return `${own}:${lineOf(file, name, request)}: ${subject}: ${wayOutOf(name)} (mfe docs router)`;
}

/** @returns the first line with the name, or with the import. */
function lineOf(file: string, name: string, request: string): number {
  const lines = readFileSync(file, 'utf8').split('\n');
  const isName = new RegExp(String.raw`(?<![\w$])${literalPattern(name)}(?![\w$])`);
  const at = name === '' || name === 'default' ? -1 : lines.findIndex((line) => isName.test(line));
  return (at === -1 ? lines.findIndex((line) => line.includes(request)) : at) + 1;
}

const ROUTES = 'declare pages in `routes` of mfe.config.ts, and what surrounds them in `app` and `layout`';
const FORMS = 'use a form of the platform (mfe docs forms), an action of React, or `sendPersonal`';
const SERVER = "return it from `validate`, a guard or the loader of the page's server module";
const ERRORS = 'use an error boundary of React; the platform shows its error screen';
const AWAIT = 'use `use()` and `<Suspense>` of React';
const DOCUMENT = 'the platform writes the document; `head` of the server module describes a page';

/** Name of react-router → the way out. */
const WAYS_OUT: Record<string, string> = {
  ...each('import the names that the module uses', ['', 'default']),
  ...each(ROUTES, [
    'Route',
    'Router',
    'RouterProvider',
    'Routes',
    'BrowserRouter',
    'HashRouter',
    'StaticRouter',
    'StaticRouterProvider',
    'HydratedRouter',
    'createBrowserRouter',
    'createHashRouter',
    'createStaticRouter',
    'createRoutesFromChildren',
    'createRoutesFromElements',
    'matchRoutes',
    'renderMatches',
    'useRoutes',
  ]),
  ...each('it is for tests only, where `voltframe()` of @voltframe/kit/testing/vitest-plugin resolves it', [
    'MemoryRouter',
    'createMemoryRouter',
    'createRoutesStub',
  ]),
  ...each(FORMS, ['Form', 'useActionData', 'useFetcher', 'useFetchers', 'useFormAction', 'useSubmit']),
  ...each(SERVER, ['data', 'redirect', 'redirectDocument', 'replace', 'json', 'defer']),
  ...each(ERRORS, ['isRouteErrorResponse', 'useRouteError', 'useAsyncError']),
  ...each(AWAIT, ['Await', 'useAsyncValue']),
  ...each(DOCUMENT, ['Links', 'Meta', 'Scripts', 'PrefetchPageLinks']),
  ...each('use `useLoaderData`, or `usePage` of @voltframe/kit/react', ['useMatches', 'useRouteLoaderData']),
  useRevalidator: 'declare the query parameter with `loads: true`, or use `refresh` of `usePersonal`',
  useLinkClickHandler: 'use `Link` or `useNavigate`',
  useViewTransitionState: 'the platform decides about transitions',
  unstable_usePrompt: 'use `useBlocker`',
};

function each(wayOut: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, wayOut]));
}

function wayOutOf(name: string): string {
  return Object.hasOwn(WAYS_OUT, name) ? WAYS_OUT[name]! : 'use one of the names in its list';
}
