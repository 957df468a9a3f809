import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** The names that documents may contain. */
export interface Known {
  /** @param pattern path or glob from the root. */
  exists(pattern: string): boolean;
  /** Scripts of package.json. */
  scripts: ReadonlySet<string>;
  /** Commands of `mfe`. */
  commands: ReadonlySet<string>;
  /** Settings, variables of compose files and commands, codes of errors. */
  names: ReadonlySet<string>;
}

const FOLDERS = /^(?:kit|enquiries|gateway|shell|mfe-[a-z]+|tests|scripts|docs)\//;
const ROOT_FILES = /^(?:Dockerfile|\.nvmrc|\.env\.example|[\w.-]+\.ya?ml|[\w-]+\.md)$/;
const NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** @returns the files, commands, settings and error codes in a document that do not exist. */
export function wrongStatements({ path: file, text }: SourceFile, known: Known): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words]) => words!);
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!);
  const run = [...text.matchAll(/\bnode ((?:kit|enquiries|gateway|tests|scripts)\/[\w/.-]+)/g)].map(
    ([, script]) => script!,
  );
  const paths = [...quoted.flatMap((words) => pathIn(words) ?? []), ...run];
  const scripts = [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, script]) => script!);
  const commands = [...text.matchAll(/(?:`|^|\$ |&& |gateway |npm run (?:--silent )?mfe -- )mfe ([a-z]+)/gm)];
  const passed = [...text.matchAll(/npm run (?:--silent )?mfe -- ([a-z]+)/g)];
  return [
    ...paths.filter((path) => !known.exists(path)),
    ...links.filter((link) => !/^[a-z]+:/.test(link) && !known.exists(posix.join(posix.dirname(file), link))),
    ...scripts.filter((script) => !known.scripts.has(script)).map((script) => `npm run ${script}`),
    ...[...commands, ...passed]
      .filter(([, name]) => !known.commands.has(name!))
      .map(([, name]) => `mfe ${name}`),
    ...quoted.filter((words) => NAME.test(words) && !known.names.has(words)),
  ].map((what) => `${file}: ${what}`);
}

/** @returns a path from the root or a file in the root; undefined for other texts, such as `src/…` of any app. */
function pathIn(words: string): string | undefined {
  if (/[<>$…\s]/.test(words)) return undefined;
  return FOLDERS.test(words) || ROOT_FILES.test(words) ? words.replace(/\/$/, '') : undefined;
}
