import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../../contract/development/problem.ts';
import type { App } from '../app-paths.ts';
import type { Compiled } from '../compile.ts';
import { hashedName } from '../release/release-files.ts';
import { stableMap } from '../release/source-map.ts';
import { writeAtOnce } from '../release/write-release.ts';
import type { BuildEvent, Files, Parents, TypesEvent } from './refresh-event.ts';

/** Beside `client/`, the newest event of each kind; a gateway that develops looks at them (gateway/src/serving/http/routes/refresh.ts). */
const UPDATE = 'update.json';
const TYPES = 'types.json';

/**
 * The files of a build for open pages, before its release with the server's part is written.
 * Opens an app's `.cache/refresh`, empty. It holds the files of the last two builds: a page may still be asking for
 * those of the one before.
 */
export function openEarlyFiles(app: App) {
  const { name } = app.config;
  const folder = folderOf(app);
  const client = path.join(folder, 'client');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(client, { recursive: true });
  let before = new Set<string>();
  let last: BuildEvent | undefined;

  const tell = (event: BuildEvent): void => writeAtOnce(path.join(folder, UPDATE), JSON.stringify(event));

  return {
    built(compiled: Pick<Compiled, 'files' | 'maps'>, parents: Parents): void {
      const files: Files = {};
      const written = new Set<string>();
      for (const [file, body] of compiled.files) {
        if (!/\.(js|css)$/.test(file)) continue;
        const hashed = hashedName(file, body);
        const map = compiled.maps.get(file);
        // Only read by the gateway, for the places of errors.
        const beside = map && ([`${hashed}.map`, stableMap(map, app.paths.root)] as const);
        for (const [fileName, content] of [[hashed, body] as const, ...(beside ? [beside] : [])]) {
          if (!before.has(fileName)) writeFileSync(path.join(client, fileName), content);
          written.add(fileName);
        }
        files[`/assets/${name}/${file}`] = `/-/refresh/${name}/${hashed}`;
      }
      for (const file of readdirSync(client))
        if (!written.has(file) && !before.has(file)) rmSync(path.join(client, file));
      before = written;
      last = { app: name, files, parents };
      tell(last);
    },
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
  return path.join(paths.root, '.cache', 'refresh');
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
