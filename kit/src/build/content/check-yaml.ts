import { isMap, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import type { ZodType } from 'zod';
import { didYouMean } from '../../contract/closest.ts';
import { buildErrors } from '../../errors/build-errors.ts';

type Issue = NonNullable<ReturnType<ZodType['safeParse']>['error']>['issues'][number];
type Path = readonly PropertyKey[];

/**
 * Checks YAML against a schema.
 * @param file its name in the error. @param above number of lines of the file before the text
 * @returns the value of the schema. @throws BUILD_CONTENT_INVALID with all mistakes, each with its line
 */
export function checkYaml(file: string, text: string, schema: ZodType, above = 0): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const [broken] = document.errors;
  if (broken) {
    const line = above + (broken.linePos?.[0].line ?? 1);
    const reason = broken.message.split('\n')[0]!.replace(/ at line .*$/, '');
    throw invalid(file, [{ line, field: 'YAML', reason }]);
  }
  const result = schema.safeParse(document.toJS());
  if (result.success) return result.data;
  const root = isMap(document.contents) ? document.contents : undefined;
  const lineOf = (path: Path): number => {
    const offset = root && offsetOf(root, path);
    return above + (offset === undefined ? 1 : lineCounter.linePos(offset).line);
  };
  const mistakes = result.error.issues
    .flatMap((issue) => mistakesOf(issue, schema))
    .map(({ path, reason }) => ({ line: lineOf(path), field: path.join('.') || 'all of it', reason }));
  throw invalid(
    file,
    mistakes.toSorted((a, b) => a.line - b.line),
  );
}

interface Mistake {
  path: Path;
  reason: string;
}

function mistakesOf(issue: Issue, schema: ZodType): Mistake[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, reason: issue.message }];
  const known = issue.path.length === 0 ? keysOf(schema) : [];
  const fields = known.length > 0 ? ` The schema has ${known.join(', ')}.` : '';
  return issue.keys.map((key) => ({
    path: [...issue.path, key],
    reason: `the schema does not have this key.${didYouMean(key, known) || fields}`,
  }));
}

function keysOf(schema: ZodType): string[] {
  const { shape } = schema as { shape?: object };
  return Object.keys(shape ?? {});
}

/** @returns the offset of a key, or of the nearest part around a missing one. */
function offsetOf(root: YAMLMap, path: Path): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const parent: unknown = length === 1 ? root : root.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    const pair = isMap(parent)
      ? parent.items.find(({ key: found }) => isScalar(found) && found.value === key)
      : undefined;
    const node: unknown = pair ? pair.key : root.getIn(path.slice(0, length), true);
    const [offset] = (node as { range?: [number] | null } | undefined)?.range ?? [];
    if (offset !== undefined) return offset;
  }
  return root.range?.[0];
}

/** @param mistakes at least one. */
function invalid(file: string, mistakes: { line: number; field: string; reason: string }[]): Error {
  const [first, ...others] = mistakes.map(({ line, field, reason }) => ({ field: `line ${line}, ${field}`, reason }));
  const rest = others.map(({ field, reason }) => `\n  ${field}: ${reason}`);
  return buildErrors.CONTENT_INVALID({ file, field: first!.field, reason: first!.reason + rest.join('') });
}
