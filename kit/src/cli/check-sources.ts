import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cliErrors } from '../errors/cli-errors.ts';
import { findSecrets, isReadForSecrets } from '../packaging/find-secrets.ts';
import { type ReleaseFolder, readReleaseFile } from '../packaging/release-folder.ts';
import { sha256 } from '../packaging/sha256.ts';
import { changedSource, sourceFiles } from '../packaging/source-record.ts';
import type { CommandContext } from './command.ts';
import { checkTypes, findCompiler, plainErrors } from './type-check.ts';

const MOST_LINES = 20;
/** Characters of a secret that are shown. */
const SHOWN = 6;

/**
 * Checks that releases match the sources of their apps. A release folder without an app is not checked.
 * @param context gets a message when no compiler can check types; commands are named as typed in its `cwd`.
 * @throws CLI_SECRET, CLI_DEVELOPMENT_BUILD, CLI_BUILD_STALE, CLI_TYPES, CLI_INTERRUPTED, PACK_FILE_MISSING,
 *   PACK_FILE_WRONG
 */
export async function checkSources(
  releases: readonly ReleaseFolder[],
  { cwd, tell, signal }: Pick<CommandContext, 'cwd' | 'tell' | 'signal'>,
): Promise<void> {
  for (const opened of releases) {
    const { app, digest, development } = opened.release;
    const root = path.dirname(opened.folder);
    const build = `mfe build ${path.relative(cwd, root)}`.trimEnd();
    await checkSecrets(opened, root);
    if (development) throw cliErrors.DEVELOPMENT_BUILD({ app, folder: path.basename(root), build });
    if (path.basename(opened.folder) !== 'dist' || !existsSync(path.join(root, 'mfe.config.ts'))) continue;
    const file = changedSource(root, digest);
    if (file !== undefined) throw cliErrors.BUILD_STALE({ app, file, build });
    const project = path.join(root, 'tsconfig.json');
    if (!existsSync(project)) continue;
    const compiler = findCompiler(root);
    if (compiler === undefined) {
      tell(`mfe: TypeScript is not installed here: the types of ${app} are not checked\n`);
      continue;
    }
    const reason = await typeErrors(compiler, project, signal);
    // The terminal also ends the compiler, so an incomplete output is no type error.
    if (signal.aborted)
      throw cliErrors.INTERRUPTED({
        outcome: `Interrupted while the types of ${app} were checked; nothing was sent`,
        advice: 'Run it again.',
      });
    if (reason !== undefined) throw cliErrors.TYPES({ app, reason });
  }
}

/** @throws CLI_SECRET: before anything is sent. */
async function checkSecrets(opened: ReleaseFolder, root: string): Promise<void> {
  const { app, files, notSecret = [] } = opened.release;
  const allowed = new Set(notSecret.map((entry) => entry.sha256));
  for (const file of Object.keys(files).filter(isReadForSecrets))
    for (const secret of findSecrets(String(await readReleaseFile(opened, file)))) {
      if (allowed.has(sha256(secret.text))) continue;
      const { what, line, text } = secret;
      const place = sourceOf(root, text) ?? { file, line };
      throw cliErrors.SECRET({ app, ...place, what, shown: `${text.slice(0, SHOWN)}…` });
    }
}

/** @returns the source of an app that contains a text, and its line; undefined without an exact match. */
function sourceOf(root: string, text: string): { file: string; line: number } | undefined {
  for (const file of sourceFiles(root)) {
    const source = readFileSync(path.join(root, file), 'utf8');
    const at = source.indexOf(text);
    if (at !== -1) return { file, line: source.slice(0, at).split('\n').length };
  }
  return undefined;
}

/** @returns the output of tsc for the app; undefined without errors. */
async function typeErrors(
  compiler: string,
  project: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { code, said } = await checkTypes(compiler, project, { signal });
  if (code === 0) return undefined;
  const lines = plainErrors(said, path.dirname(project));
  const more = lines.length > MOST_LINES ? [`and ${lines.length - MOST_LINES} more lines`] : [];
  return [...lines.slice(0, MOST_LINES), ...more].join('\n') || `tsc ended with ${String(code)}`;
}
