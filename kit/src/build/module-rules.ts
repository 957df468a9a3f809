import { createRequire } from 'node:module';
import path from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import remarkGfm from 'remark-gfm';
import type { RuleSetRule } from 'webpack';
import { type ForeignSources, mergeSources } from '../contract/routing/foreign-sources.ts';
import { sha256 } from '../packaging/sha256.ts';
import type { App } from './app-paths.ts';
import { decoratorOptions } from './decorators.ts';
import { createPictures, pictureModule } from './images/pictures.ts';
import { stableName } from './stable-names.ts';

const require = createRequire(import.meta.url);
const KIT_CODE = path.resolve(import.meta.dirname, '..');
const CATALOGUES = path.join(KIT_CODE, 'errors');
/** The test of the rules of scripts; the first of them is that of modules. */
export const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const STYLES = /\.(?:css|s[ac]ss)$/;
const MODULE_STYLES = /\.module\.(?:css|s[ac]ss)$/;
/** Files that an import names by their address: media, fonts, documents. */
const UNCHANGED =
  /\.(?:mp4|webm|ogg|mov|mp3|wav|flac|aac|opus|m4a|vtt|woff2?|eot|ttf|otf|ico|bmp|pdf|txt|webmanifest)$/i;
/** Media types of `data:` addresses. */
const FONT = /^(?:font\/|application\/(?:x-)?font|application\/vnd\.ms-fontobject)/;
/** The queries of Vite: a file as its text or its address, and those that file-query.cjs answers. */
const FILE_QUERY = /^\?(?:raw|url)$/;
const OTHER_QUERY = /^\?(?:worker|sharedworker|worklet|inline|no-inline|init|raw&|url&)/;
const { exportName } = require('./loaders/class-names.cjs') as { exportName(name: string): string };
const loader = (name: string): string => path.join(import.meta.dirname, 'loaders', name);

/**
 * The module rules of a build: TypeScript, MDX, styles, fonts and pictures.
 * @param mode versions of pictures are generated for production
 * @param icons loaders that add the data of icons to their names
 */
export function moduleRules(
  app: App,
  side: 'client' | 'server',
  mode: 'production' | 'development',
  icons = [{ loader: loader('inline-icons.cjs') }],
): RuleSetRule[] {
  const { name } = app.config;
  const css = {
    loader: require.resolve('css-loader'),
    options: {
      sourceMap: false,
      // cascade-layer.cjs and postcss.cjs.
      importLoaders: 2,
      modules: {
        auto: MODULE_STYLES,
        namedExport: true,
        exportLocalsConvention: exportName,
        getLocalIdent: ({ resourcePath }: { resourcePath: string }, _: string, local: string) =>
          `${name}_${fileHash(app, resourcePath)}_${local}`,
        exportOnlyLocals: side === 'server',
      },
    },
  };
  const extract = { loader: MiniCssExtractPlugin.loader, options: { defaultExport: true } };
  const styles = [
    loader('class-names.cjs'),
    ...(side === 'client' ? [extract] : []),
    css,
    {
      loader: loader('cascade-layer.cjs'),
      options: { app: name, pictures: sourcesOf(app)['img-src'] ?? [] },
    },
    { loader: loader('postcss.cjs'), options: { root: app.paths.root, mode } },
  ];
  const emit = side === 'client';
  const decorators = decoratorOptions(app.paths.root);
  const asItIs = { type: 'asset/resource', generator: { emit } };
  const errors = side === 'client' ? [loader('visitor-errors.cjs')] : [];
  const rules: RuleSetRule[] = [
    {
      test: SCRIPT,
      exclude: isForeign,
      dependency: { not: ['url'] },
      use: [swc(side, decorators), ...icons],
      parser: EXPORTS,
    },
    // A script that is named by its address: a worker. The server only names it.
    {
      test: SCRIPT,
      dependency: 'url',
      type: 'asset/resource',
      generator: { emit, filename: '[name].[contenthash:10].js' },
      use: side === 'client' ? [{ loader: loader('worker.cjs'), options: { sources: sourcesOf(app) } }] : [],
    },
    // Packages and teams leave extensions out of the imports of ES modules too: Vite and Next.js resolve them.
    { test: /\.m?js$/, resolve: { fullySpecified: false } },
    { include: CATALOGUES, enforce: 'pre', use: errors },
    {
      test: /[\\/]node_modules[\\/]react-router[\\/].*\.js$/,
      use: side === 'client' ? [loader('pure-calls.cjs')] : [],
    },
    // Keeps the index of the package as the only import, so that webpack concatenates its modules into one scope.
    { test: /[\\/]node_modules[\\/]react-router[\\/]dist[\\/]\w+[\\/]index\.js$/, sideEffects: true },
    { test: /\.css$/, use: styles },
    { test: /\.s[ac]ss$/, use: [...styles, sass(app)] },
    {
      test: /\.mdx$/,
      use: [
        swc(side, decorators),
        ...icons,
        // As swc below: never the development JSX.
        ofTeam(app, '@mdx-js/loader', { remarkPlugins: [remarkGfm], development: false }),
      ],
    },
    { test: UNCHANGED, ...asItIs },
    // A font within a stylesheet, as icon fonts of packages: the policy of documents loads fonts from files only.
    { mimetype: FONT, ...asItIs },
    {
      test: /\.(svg|png|jpe?g|gif|webp|avif)$/i,
      oneOf: [
        // A file in a stylesheet, or a `new URL`: the unchanged file, by its address.
        { dependency: 'url', ...asItIs },
        {
          test: /\.svg$/i,
          resourceQuery: /^\?react$/,
          use: [loader('svg-component.cjs')],
          type: 'javascript/auto',
        },
        {
          use: [
            {
              loader: loader('picture.cjs'),
              options: { pictures: createPictures(app, mode), pictureModule, emit },
            },
          ],
          type: 'javascript/auto',
        },
      ],
    },
  ];
  return [
    { resourceQuery: /^\?raw$/, type: 'asset/source' },
    { resourceQuery: /^\?url$/, exclude: STYLES, ...asItIs },
    { resourceQuery: OTHER_QUERY, type: 'javascript/auto', use: [loader('file-query.cjs')] },
    // The address of a stylesheet would lead around its scope.
    { resourceQuery: /^\?url$/, include: STYLES, type: 'javascript/auto', use: [loader('file-query.cjs')] },
    ...rules.map((rule) => ({ resourceQuery: { not: [FILE_QUERY, OTHER_QUERY] }, ...rule })),
  ];
}

/** @returns what the pages and islands of an app declare: the policy of its workers */
function sourcesOf({ config: { csp, routes, islands = {} } }: App): ForeignSources {
  return mergeSources(csp, ...[...routes, ...Object.values(islands)].map((one) => one.csp));
}

/** @returns a loader of a package that a team installs: of another version than another team's, or not at all. */
function ofTeam({ paths }: App, name: string, options: object): { loader: string; options: object } {
  const found = resolvedFrom(paths.root, name);
  return found === undefined
    ? { loader: loader('missing-package.cjs'), options: { name } }
    : { loader: found, options };
}

/** The loader is the kit's, the compiler the team's. */
function sass(app: App): { loader: string; options: object } {
  const compiler = resolvedFrom(app.paths.root, 'sass');
  if (compiler === undefined) return ofTeam(app, 'sass', {});
  const implementation = require(compiler) as object;
  return { loader: require.resolve('sass-loader'), options: { implementation, sourceMap: false } };
}

function resolvedFrom(root: string, name: string): string | undefined {
  try {
    return createRequire(path.join(root, 'package.json')).resolve(name);
  } catch {
    return undefined;
  }
}

/**
 * A missing export is undefined for visitors. Packages look for exports of other versions, so only the app's imports
 * are checked; `export { Type } from` of TypeScript stays in the code without its type.
 */
const EXPORTS = { exportsPresence: 'error', reexportExportsPresence: false };

/** Packages are not transformed, except the kit, which is code of the site also as an installed package. */
function isForeign(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file) && !file.startsWith(KIT_CODE + path.sep);
}

/** One hash for each file, because a repeated text compresses well in documents, styles and scripts. */
function fileHash(app: App, file: string): string {
  const digest = Buffer.from(sha256(stableName(file, app.paths.root)), 'hex').toString('base64');
  return digest.replace(/[^A-Za-z0-9]/g, '').slice(0, 5);
}

/**
 * Chrome before 91 evaluates a parenthesized `a?.(...b)` wrongly, which no code here uses; compiling every `?.` would
 * enlarge all scripts.
 */
const UNTOUCHED = ['transform-optional-chaining'];

function swc(side: 'client' | 'server', decorators: object): object {
  return {
    loader: require.resolve('swc-loader'),
    options: {
      ...(side === 'client' && { env: { targets: BROWSERS, exclude: UNTOUCHED } }),
      jsc: {
        parser: { syntax: 'typescript', tsx: true, decorators: true },
        // Never the development JSX, because its runtime is not shared, and a watched remote runs in a production
        // shell.
        transform: { react: { runtime: 'automatic', development: false }, ...decorators },
        ...(side === 'server' && { target: 'es2022' }),
      },
    },
  };
}

/**
 * The browsers that run the client code, as a browserslist: those with import maps, which the platform cannot do
 * without. The build compiles syntax down to it; for built-ins no polyfills are sent, so client code uses none that is
 * newer (tests/architecture/client-rules.ts). In older browsers the server's HTML works with plain links.
 */
export const BROWSERS = ['chrome >= 89', 'edge >= 89', 'firefox >= 108', 'safari >= 16.4', 'ios_saf >= 16.4'];
