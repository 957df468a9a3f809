import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Compiler, Configuration } from 'webpack';
import { buildErrors } from '../errors/build-errors.ts';
import type { WebpackBuild } from '../contract/release/mfe-config.ts';
import type { App } from './app-paths.ts';

const NAME = 'TeamConfig';
/** Parts whose values the release and the gateway depend on. */
const NEEDED = {
  '': ['name', 'mode', 'context', 'target', 'entry', 'devtool', 'externalsType', 'node'],
  output: undefined,
  experiments: ['outputModule'],
  optimization: ['chunkIds', 'moduleIds', 'realContentHash', 'runtimeChunk', 'concatenateModules'],
} as const;
/** Files of React that come with the shell. */
const REACT =
  /[\\/]node_modules[\\/]react[\\/](?:index|jsx-runtime|cjs[\\/]react(?:-jsx-runtime)?\.\w+)\.js$/;

type Parts = Record<string, unknown>;

/**
 * The configuration as the app's `webpack` returns it. What the platform needs has to be in it as before.
 * @throws BUILD_CONFIG_INVALID naming each part that was removed or changed
 */
export function withTeamConfig(app: App, side: WebpackBuild['side'], config: Configuration): Configuration {
  const { webpack: change } = app.config;
  if (!change) return config;
  const before = partsOf(config);
  const { externals = [], plugins = [] } = config;
  const needed = { externals: [externals].flat(), plugins: [...plugins] };
  const changed = change(config, { side, mode: config.mode as WebpackBuild['mode'] }) ?? config;
  const after = partsOf(changed);
  const lost = [
    ...Object.keys({ ...before, ...after }).filter((key) => !isDeepStrictEqual(before[key], after[key])),
    ...needed.plugins
      .filter((plugin) => !changed.plugins?.includes(plugin))
      .map((plugin) => `plugins: ${nameOf(plugin)}`),
    ...needed.externals
      .filter((external) => ![changed.externals ?? []].flat().includes(external as never))
      .map((external) => `externals: ${nameOf(external)}`),
  ];
  if (lost.length > 0)
    throw buildErrors.CONFIG_INVALID({
      file: path.join(app.paths.root, 'mfe.config.ts'),
      reason: `webpack() removed or changed what the platform needs on the side "${side}": ${lost.join(', ')}`,
    });
  return app.kind === 'shell' ? changed : { ...changed, plugins: [...changed.plugins!, oneReact] };
}

/** Path of a part (`output.filename`) → its value. */
function partsOf(config: Configuration): Parts {
  const found: Parts = {};
  for (const [object, names] of Object.entries(NEEDED)) {
    const values = ((object === '' ? config : config[object as keyof Configuration]) ?? {}) as Parts;
    for (const name of names ?? Object.keys(values))
      if (values[name] !== undefined) found[object === '' ? name : `${object}.${name}`] = values[name];
  }
  return copyOf(found);
}

/** Functions stay the same ones. */
function copyOf<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyOf) as Value;
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copyOf(one)])) as Value;
}

function nameOf(part: unknown): string {
  if (typeof part === 'function') return part.name || 'a function';
  if (part instanceof RegExp || typeof part !== 'object' || part === null) return String(part);
  return part.constructor.name;
}

/** A loader, an alias or a plugin may have put a second React in place of the shared one. */
function oneReact({ hooks, webpack }: Compiler): void {
  hooks.thisCompilation.tap(NAME, (compilation) => {
    compilation.hooks.afterOptimizeModules.tap(NAME, (modules) => {
      const own = [...modules].find((module) => REACT.test(module.nameForCondition() ?? ''));
      if (own)
        compilation.errors.push(
          new webpack.WebpackError(
            'webpack() in mfe.config.ts replaced the shared "react" by a copy of the app: remove its alias or external',
          ),
        );
    });
  });
}
