import path from 'node:path';
import type { Problem, SourcePlace } from '../../contract/development/problem.ts';
import type { App } from '../app-paths.ts';

/**
 * How each says where: the config `/app/mfe.config.ts:3: `, swc `,-[/app/src/page.tsx:3:1]`, webpack
 * `ERROR in ./src/page.tsx 3:1`, the loader of stylesheets `page.css:3: `, PostCSS `(3:1) /app/src/page.css`.
 */
const PLACES = [
  /^(?<file>\S+\.ts):(?<line>\d+): /,
  /\[(?<file>[^\][\n]+?):(?<line>\d+):\d+\]/,
  /^ERROR in (?<file>\.\/\S+\.css)\b[^]*?\.css:(?<line>\d+): /m,
  /^ERROR in (?<file>\.\/\S+) (?<line>\d+):\d+/m,
  /\((?<line>\d+):\d+\) (?<file>\S+\.css)/,
];

/** @returns what pages are told of a build that failed. Its message has the code frame, where there is one. */
export function buildProblem({ config, paths }: App, { message }: Error): Problem {
  const place = findPlace(message, paths.root);
  return { app: config.name, message, ...(place && { place }) };
}

function findPlace(message: string, root: string): SourcePlace | undefined {
  for (const pattern of PLACES) {
    const { file, line } = pattern.exec(message)?.groups ?? {};
    if (file === undefined) continue;
    const relative = path.relative(root, path.resolve(root, file)).replaceAll('\\', '/');
    if (!relative.startsWith('..')) return { file: relative, line: Number(line) };
  }
  return undefined;
}
