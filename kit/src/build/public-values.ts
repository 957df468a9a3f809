import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { Compiler, NormalModule } from 'webpack';
import type { App } from './app-paths.ts';
import { sourceLine } from './source-line.ts';

type Mode = 'production' | 'development';

const NAME = 'PublicValues';
/** Names in a file `.env` that are public. */
const PREFIX = 'VITE_';
/** Values that the build sets. */
export const BUILD_VALUES = ['MODE', 'PROD', 'DEV', 'SSR', 'BASE_URL'];

/**
 * @param root folder of an app
 * @returns the files with public values, which need not exist; later ones take precedence
 */
export function envFiles(root: string, mode: Mode): string[] {
  return ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`].map((name) => path.join(root, name));
}

/**
 * @returns name → value of `import.meta.env`: names of the app's `.env` files with the prefix, `env` of its config, and
 *   those of the build
 */
export function publicValues(
  { config, paths }: App,
  side: 'client' | 'server',
  mode: Mode,
): Record<string, string | boolean> {
  const files = envFiles(paths.root, mode).flatMap((file) => Object.entries(parseEnv(textOf(file))));
  const values = files.filter(([name]) => name.startsWith(PREFIX)) as [string, string][];
  return {
    ...Object.fromEntries(values),
    ...config.env,
    MODE: mode,
    PROD: mode === 'production',
    DEV: mode === 'development',
    SSR: side === 'server',
    BASE_URL: '/',
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The part of webpack's parser that reads `import.meta.env`. */
interface Parser {
  hooks: Record<
    'expressionMemberChain' | 'expression',
    { for(name: string): { tap(name: object, read: (found: object, members: string[]) => void): void } }
  >;
  state: { module: NormalModule };
  getLocation(found: object): { start: { line: number; column: number } };
  destructuringAssignmentPropertiesFor(found: object): Iterable<{ id: string }> | undefined;
}

/**
 * Replaces `import.meta.env.NAME` by its value. An unknown name in code of the app is an error of its line; in a
 * package it is `undefined`, because packages try names of several tools.
 * @param root folder of the app
 */
export function publicValuesPlugin(
  values: Record<string, string | boolean>,
  root: string,
): (compiler: Compiler) => void {
  const definitions = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const check = (parser: Parser, { webpack }: Compiler): void => {
    const refuse = (name: string, found: object): void => {
      const { module } = parser.state;
      if (Object.hasOwn(values, name) || /[\\/]node_modules[\\/]/.test(module.resource)) return;
      const { line, column } = parser.getLocation(found).start;
      const file = path.relative(root, module.resource).replaceAll('\\', '/');
      const place = `${file}:${sourceLine(module, line, column)}`;
      module.addError(new webpack.WebpackError(`${place}: ${unknownValue(name)}`));
    };
    const { expression, expressionMemberChain } = parser.hooks;
    const first = { name: NAME, stage: -1000 };
    expressionMemberChain.for('import.meta').tap(first, (found, [object, name]) => {
      if (object === 'env' && name !== undefined) refuse(name, found);
    });
    expression.for('import.meta.env').tap(first, (found) => {
      for (const { id } of parser.destructuringAssignmentPropertiesFor(found) ?? []) refuse(id, found);
    });
  };
  return function PublicValues(compiler: Compiler): void {
    new compiler.webpack.DefinePlugin({ 'import.meta.env': definitions }).apply(compiler);
    compiler.hooks.compilation.tap(NAME, (_, { normalModuleFactory }) => {
      for (const type of ['javascript/auto', 'javascript/esm'])
        normalModuleFactory.hooks.parser
          .for(type)
          .tap(NAME, (parser) => check(parser as unknown as Parser, compiler));
    });
  };
}

function unknownValue(name: string): string {
  return (
    `import.meta.env.${name} has no value. Add it to \`env\` in mfe.config.ts` +
    (name.startsWith(PREFIX)
      ? ', or to the file .env of the app.'
      : `, or name it ${PREFIX}${name} in the file .env of the app.`)
  );
}
