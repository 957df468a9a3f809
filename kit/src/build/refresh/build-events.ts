import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../../contract/development/problem.ts';
import type { App } from '../app-paths.ts';
import { writeAtOnce } from '../release/write-release.ts';
import type { BuildEvent, Parents, TypesEvent } from './refresh-event.ts';

/**
 * The newest event of each kind; a gateway that develops looks at them (gateway/src/serving/http/routes/refresh.ts).
 */
const BUILD = 'build.json';
const TYPES = 'types.json';

/** The events of the builds of an app for open pages. Opens the app's `.cache/refresh`, empty. */
export function openBuildEvents(app: App) {
  const { name } = app.config;
  const folder = folderOf(app);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let last: BuildEvent | undefined;
  const tell = (event: BuildEvent): void => writeAtOnce(path.join(folder, BUILD), JSON.stringify(event));
  return {
    /** The browser's part was built, and its release follows. */
    built: (parents: Parents): void => tell((last = { app: name, parents })),
    failed: (error: Error) => tell({ app: name, problem: buildProblem(app, error) }),
    /** Announces the last build again, after a failure of another part or of content. */
    mended: () => last && tell(last),
  };
}

/** Sends the type errors of an app to open pages. @param problems empty: no error */
export function tellTypes(app: App, problems: Problem[]): void {
  const event: TypesEvent = { app: app.config.name, types: problems };
  writeAtOnce(path.join(folderOf(app), TYPES), JSON.stringify(event));
}

function folderOf({ paths }: App): string {
  return path.join(paths.output, '.cache', 'refresh');
}

/**
 * Formats of places: the config `/app/mfe.config.ts:3: `, swc `,-[/app/src/page.tsx:3:1]`, webpack
 * `ERROR in ./src/page.tsx 3:1`, the loader of stylesheets `page.css:3: `, PostCSS `(3:1) /app/src/page.css`.
 */
const PLACES = [
  /^(?<file>\S+\.ts):(?<line>\d+): /,
  /\[(?<file>[^\][\n]+?):(?<line>\d+):\d+\]/,
  /^ERROR in (?<file>\.\/\S+\.css)\b[^]*?\.css:(?<line>\d+): /m,
  /^ERROR in (?<file>\.\/\S+) (?<line>\d+):\d+/m,
  /\((?<line>\d+):\d+\) (?<file>\S+\.css)/,
];

/** @returns the problem of a failed build, for pages. Its message contains the code frame, if any. */
export function buildProblem({ config, paths: { root } }: App, { message }: Error): Problem {
  for (const pattern of PLACES) {
    const { file, line } = pattern.exec(message)?.groups ?? {};
    if (file === undefined) continue;
    const relative = path.relative(root, path.resolve(root, file)).replaceAll('\\', '/');
    if (!relative.startsWith('..'))
      return { app: config.name, message, place: { file: relative, line: Number(line) } };
  }
  return { app: config.name, message };
}
