import { matchesGlob } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

/** Source files without a test of their own, and the reason. */
export interface Exemption {
  /** Globs from the root. */
  files: string[];
  reason: string;
  /** Another test file that covers them. */
  provenBy?: string;
}

/** @param tests paths of all test files. @returns the source files without the required test under `test/`. */
export function untested(sources: SourceFile[], tests: ReadonlySet<string>): string[] {
  return sources.filter((file) => !hasTest(file.path, tests) && !isDeclarative(file)).map(({ path }) => path);
}

/** @returns the untested files that no exemption names. */
export function unexplained(missing: string[], exemptions: Exemption[]): string[] {
  return missing.filter((path) => !exemptions.some((exemption) => covers(exemption, path)));
}

/** @returns the outdated entries of exemptions: files that have a test or do not exist, and missing test files. */
export function stale(missing: string[], exemptions: Exemption[], tests: ReadonlySet<string>): string[] {
  return exemptions.flatMap(({ files, provenBy }) => [
    ...files.flatMap(alternatives).filter((glob) => !missing.some((path) => matchesGlob(path, glob))),
    ...(provenBy === undefined || tests.has(provenBy) ? [] : [provenBy]),
  ]);
}

/** @returns the alternatives of a glob with `{a,b}`, each of which must match a file. */
function alternatives(glob: string): string[] {
  const [whole, names] = /\{([^}]*)\}/.exec(glob) ?? [];
  return whole === undefined ? [glob] : names!.split(',').map((name) => glob.replace(whole, name));
}

function covers({ files }: Exemption, path: string): boolean {
  return files.some((glob) => matchesGlob(path, glob));
}

function hasTest(path: string, tests: ReadonlySet<string>): boolean {
  const mirrored = path.replace('/src/', '/test/').replace(/\.[^./]+$/, '');
  return ['.test.ts', '.test.tsx', '.process.test.ts'].some((suffix) => tests.has(mirrored + suffix));
}

/** Modules with only types, re-exports and literal values; error catalogues, which errors-documented.test.ts checks. */
function isDeclarative({ path, text }: SourceFile): boolean {
  if (/\/errors(\/[\w-]+-errors)?\.ts$|^gateway\/src\/\w+\/[\w-]+-errors\.ts$|\.d\.ts$/.test(path))
    return true;
  return parseSync(path, text).program.body.every((statement) => {
    if (statement.type === 'ImportDeclaration') return true;
    if (statement.type !== 'ExportNamedDeclaration') return isType(statement) || isValue(statement);
    if (statement.source !== null) return true;
    return statement.exportKind === 'type' || isType(statement.declaration) || isValue(statement.declaration);
  });
}

interface Syntax {
  type: string;
}

function isType(statement: Syntax | null): boolean {
  return ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'TSModuleDeclaration'].includes(
    statement?.type ?? '',
  );
}

/** The syntax of literal values: no call, no function, no condition. */
const WRITTEN_OUT =
  /^(Literal|Identifier|Property|ObjectExpression|ArrayExpression|Template(Literal|Element)|(Unary|Binary)Expression|TS\w+)$/;

function isValue(statement: Syntax | null): boolean {
  if (statement?.type !== 'VariableDeclaration') return false;
  const { declarations } = statement as Syntax & { declarations: { init: unknown }[] };
  return declarations.every(({ init }) => syntaxIn(init).every(({ type }) => WRITTEN_OUT.test(type)));
}

/** @returns a node and its descendants. */
function syntaxIn(value: unknown): Syntax[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(syntaxIn);
  return 'type' in value ? [value as Syntax, ...below] : below;
}
