import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceAbove } from '../workspace/find-gateway.ts';
import { kitVersion } from '../workspace/kit-version.ts';
import {
  checkAppName,
  checkName,
  packageManager,
  type PackageManager,
  writeRemote,
  writeRepository,
} from '../workspace/new-app.ts';
import { defineCommand } from '../command.ts';

const LOCKFILE = 'pnpm-lock.yaml';

/** `mfe new`: see help.ts. */
export const newCommand = defineCommand(
  { command: 'new', positionals: ['name'], options: { kit: { type: 'string' } } },
  async ({ values, positionals }, context) => {
    const name = positionals[0]!;
    const root = workspaceAbove(context.cwd);
    if (root === undefined) {
      checkName(name);
      const manager = packageManager(context.env['npm_config_user_agent']);
      const made = writeRepository(context.cwd, name, values.kit ?? kitVersion(), manager);
      return { answer: { app: name, ...made }, text: () => describeRepository(name, made, manager) };
    }
    await checkAppName(root, name);
    const files = writeRemote(root, name);
    const changed = addToWorkspace(root, name);
    return { answer: { app: name, files, changed }, text: () => describe(name, files, changed) };
  },
);

/**
 * Adds a new remote to the container files and the lockfile by copying the entries of other remotes, so that the files
 * determine how a remote is built and run.
 * @returns the files that were changed; those that do not exist or know the app already are left alone.
 */
function addToWorkspace(root: string, name: string): string[] {
  const edits: { file: string; edit(text: string, name: string): string }[] = [
    { file: 'Dockerfile', edit: addDockerTarget },
    { file: 'docker-compose.yml', edit: addComposeService },
    { file: 'docker-stack.yml', edit: addComposeService },
    { file: LOCKFILE, edit: (text) => addLockImporter(text, `mfe-${name}`, readManifest(root, name)) },
  ];
  return edits.flatMap(({ file, edit }) => {
    const target = path.join(root, file);
    if (!existsSync(target)) return [];
    const text = readFileSync(target, 'utf8');
    const edited = edit(text, name);
    if (edited === text) return [];
    writeFileSync(target, edited);
    return [file];
  });
}

function readManifest(root: string, name: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, `mfe-${name}`, 'package.json'), 'utf8')) as Manifest;
}

function describe(name: string, files: string[], changed: string[]): string {
  return [
    `mfe-${name}/`,
    ...files.map((file) => `  ${file}`),
    ...changed.map((file) => `${file}: added mfe-${name}`),
    '',
    'Next:',
    ...(changed.includes(LOCKFILE) ? [] : ['  npm run pnpm -- install --no-frozen-lockfile']),
    `  npm run mfe -- build mfe-${name}`,
    `  npm start, then http://localhost:3000/${name}`,
  ].join('\n');
}

function describeRepository(
  name: string,
  { files, kept }: { files: string[]; kept: string[] },
  { run, exec }: PackageManager,
): string {
  return [
    ...files,
    ...kept.map((file) => `${file}: exists, not changed`),
    '',
    'Next:',
    `  ${run} install`,
    '  export MFE_GATEWAY=… MFE_TOKEN=…',
    `  ${run} run dev, then http://localhost:3000/${name}`,
    `  ${run} test && ${exec} mfe build && ${exec} mfe preview`,
  ].join('\n');
}

/** @returns the Dockerfile with stages for the app; unchanged when it has them, or has no remote to copy. */
export function addDockerTarget(dockerfile: string, name: string): string {
  const model = [...dockerfile.matchAll(/^FROM \S+ AS (mfe-[a-z\d-]+)$/gm)].map(([, target]) => target!);
  const last = model.findLast((target) => !target.endsWith('-release'));
  if (!last || model.includes(`mfe-${name}`)) return dockerfile;
  return repeatRuns(dockerfile.split('\n'), last, `mfe-${name}`).join('\n');
}

/**
 * @returns the Compose or stack file with a service for the app, and the gateway configured for it; unchanged as above.
 */
export function addComposeService(compose: string, name: string): string {
  const present = [...compose.matchAll(/^ {2}(mfe-[a-z\d-]+):$/gm)].map(([, service]) => service!);
  const last = present.at(-1);
  if (!last || present.includes(`mfe-${name}`)) return compose;
  const services = repeatService(compose.split('\n'), last, `mfe-${name}`).join('\n');
  // The gateway joins the network of each app; each app has its own network.
  const ownNetwork = new RegExp(`^ +(?:- ${last}|${last}: \\{(?:.*internal: true.*)?\\})$`, 'gm');
  const added = services.replace(ownNetwork, (line) => `${line}\n${line.replace(last, `mfe-${name}`)}`);
  const origin = new RegExp(`(?<![\\w-])${last.slice('mfe-'.length)}=http://${last}(:\\d+)`, 'g');
  return added.replace(origin, (source, port: string) => `${source},${name}=http://mfe-${name}${port}`);
}

/** A copy of the model's service below it, separated like the model. */
function repeatService(lines: string[], model: string, name: string): string[] {
  const at = lines.indexOf(`  ${model}:`);
  const length = lines.slice(at + 1).findIndex((line) => !line.startsWith('   '));
  const end = length < 0 ? lines.length : at + 1 + length;
  const service = lines.slice(at, end).map((line) => line.replaceAll(model, name));
  return lines.toSpliced(end, 0, ...(lines[at - 1] === '' ? [''] : []), ...service);
}

/** Copies each run of lines with the model's name for the new name; a stage includes its empty line. */
function repeatRuns(lines: string[], model: string, name: string): string[] {
  const names = (line: string | undefined): boolean => {
    return line !== undefined && !line.startsWith('#') && new RegExp(`\\b${model}(?![a-z\\d])`).test(line);
  };
  const result: string[] = [];
  let run: string[] = [];
  for (const [index, line] of lines.entries()) {
    result.push(line);
    if (names(line)) run.push(line.replaceAll(model, name));
    if (run.length === 0 || names(lines[index + 1])) continue;
    result.push(...(run[0]!.startsWith('FROM ') ? [''] : []), ...run);
    run = [];
  }
  return result;
}

/** The dependencies of a package.json. */
export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The lines around the packages of the workspace in a lockfile. */
const SECTION = /(?<=^importers:\n\n)[^]*?(?=\n\npackages:$)/m;

/**
 * Adds the dependencies of a new remote to a lockfile, copied from the other remotes, so that nothing has to be
 * resolved and frozen installs still work.
 * @param lockfile text of pnpm-lock.yaml.
 * @param folder of the new remote.
 * @returns unchanged when it has the folder, or when no remote has one of the dependencies.
 */
export function addLockImporter(lockfile: string, folder: string, manifest: Manifest): string {
  const importers = SECTION.exec(lockfile)?.[0].split('\n\n');
  if (!importers || importers.some((text) => nameOf(text) === folder)) return lockfile;
  const locked = lockedEntries(importers.filter((text) => nameOf(text).startsWith('mfe-')));
  const lines = [`  ${folder}:`];
  for (const kind of ['dependencies', 'devDependencies'] as const) {
    const names = Object.keys(manifest[kind] ?? {}).toSorted();
    if (names.length > 0) lines.push(`    ${kind}:`);
    for (const name of names) {
      const entry = locked.get(`${name} ${manifest[kind]![name]!}`);
      if (entry === undefined) return lockfile;
      lines.push(entry);
    }
  }
  const next = importers.findIndex((text) => nameOf(text) > folder);
  const all = importers.toSpliced(next < 0 ? importers.length : next, 0, lines.join('\n'));
  return lockfile.replace(SECTION, () => all.join('\n\n'));
}

function nameOf(importer: string): string {
  return importer.slice(0, importer.indexOf(':')).trim();
}

/** @returns name and specifier → the lines of the lockfile; the later of two remotes takes precedence. */
function lockedEntries(importers: string[]): Map<string, string> {
  const entry = /^ {6}(\S+):\n {8}specifier: (.+)\n {8}version: .+$/gm;
  const plain = (text: string): string => text.replaceAll("'", '');
  return new Map(
    importers.flatMap((text) =>
      [...text.matchAll(entry)].map(([lines, name, specifier]) => [
        `${plain(name!)} ${plain(specifier!)}`,
        lines,
      ]),
    ),
  );
}
