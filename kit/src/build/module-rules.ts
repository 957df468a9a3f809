import { createRequire } from 'node:module';
import path from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { RuleSetRule } from 'webpack';
import { sha256 } from '../packaging/sha256.ts';
import type { App } from './app-paths.ts';
import { createPictures, pictureModule } from './images/pictures.ts';
import { stableName } from './stable-names.ts';

const require = createRequire(import.meta.url);
const KIT_CODE = path.resolve(import.meta.dirname, '..');
const CATALOGUES = path.join(KIT_CODE, 'errors');
const loader = (name: string): string => path.join(import.meta.dirname, 'loaders', name);

/**
 * How the modules of a build are read: TypeScript, styles, fonts and pictures.
 * @param mode versions of pictures are made for production
 * @param icons loaders that put the data of icons beside their names
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
      modules: {
        auto: /\.module\.css$/,
        namedExport: false,
        exportLocalsConvention: 'as-is',
        getLocalIdent: ({ resourcePath }: { resourcePath: string }, _: string, local: string) =>
          `${name}_${fileHash(app, resourcePath)}_${local}`,
        exportOnlyLocals: side === 'server',
      },
    },
  };
  const extract = side === 'client' ? [MiniCssExtractPlugin.loader] : [];
  const emit = side === 'client';
  const asItIs = { type: 'asset/resource', generator: { emit } };
  const errors = side === 'client' ? [loader('visitor-errors.cjs')] : [];
  return [
    { test: /\.[jt]sx?$/, exclude: isForeign, use: [swc(side), ...icons] },
    { include: CATALOGUES, enforce: 'pre', use: errors },
    {
      test: /[\\/]node_modules[\\/]react-router[\\/].*\.js$/,
      use: side === 'client' ? [loader('pure-calls.cjs')] : [],
    },
    // Used by its index alone, it is one scope within its script.
    { test: /[\\/]node_modules[\\/]react-router[\\/]dist[\\/]\w+[\\/]index\.js$/, sideEffects: true },
    {
      test: /\.css$/,
      use: [...extract, css, { loader: loader('cascade-layer.cjs'), options: { app: name } }],
    },
    {
      test: /\.(woff2|svg|png|jpe?g|gif|webp|avif)$/,
      oneOf: [
        // Of a stylesheet, a `new URL`, or `?url`: the file as it is, by its address.
        { dependency: 'url', ...asItIs },
        { resourceQuery: /^\?url$/, ...asItIs },
        { test: /\.woff2$/, ...asItIs },
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
}

/** Packages come as they are, but for the kit: it is code of the site also where it is installed as a package. */
function isForeign(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file) && !file.startsWith(KIT_CODE + path.sep);
}

/** One hash a file: what repeats costs documents, styles and scripts next to nothing once compressed. */
function fileHash(app: App, file: string): string {
  const digest = Buffer.from(sha256(stableName(file, app.paths.root)), 'hex').toString('base64');
  return digest.replace(/[^A-Za-z0-9]/g, '').slice(0, 5);
}

/**
 * Chrome before 91 gets `a?.(...b)` with brackets around it wrong, which nobody writes; lowering every `?.` is paid by
 * all.
 */
const UNTOUCHED = ['transform-optional-chaining'];

function swc(side: 'client' | 'server'): object {
  return {
    loader: require.resolve('swc-loader'),
    options: {
      ...(side === 'client' && { env: { targets: BROWSERS, exclude: UNTOUCHED } }),
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        // Never the development JSX: its runtime is not shared, and a watched remote joins a production shell.
        transform: { react: { runtime: 'automatic', development: false } },
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
