import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadApp } from '../../build/load-config.ts';
import { APP_NAME } from '../../contract/names.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { type DeclareCommand, createCommand, printed } from '../command.ts';
import { workspaceAbove } from '../workspace/find-gateway.ts';
import { kitVersion } from '../workspace/kit-version.ts';

const LOCKFILE = 'pnpm-lock.yaml';

/** Declares `mfe new`. */
export const newCommand: DeclareCommand = (run) =>
  createCommand('new', {
    description: `Creates mfe-<name>/: a remote with one page at /<name>, its server module, styles and tests, ready to build and
publish. In the checkout of the site, the command also adds the app to the lockfile and the container files.

In an empty folder outside of the checkout, the command creates a separate repository: the app with tests, types,
lint, CI for GitHub and GitLab, and a Dockerfile for its origin.`,
    examples: [
      'mfe new case-studies',
      'mfe new notes --kit https://ops.example.com/-/packages/voltframe-kit-1.0.0.tgz',
    ],
    variables: {},
  })
    .argument('<name>')
    .option(
      '--kit <version>',
      'version or tarball address of @voltframe/kit for the repository; @voltframe/gateway comes from the same place; default: the version of this mfe',
    )
    .action(
      printed(run, async (name: string, { kit }: { kit?: string }) => {
        const root = workspaceAbove(run.cwd);
        if (root === undefined) {
          checkName(name);
          const manager = packageManager(run.env['npm_config_user_agent']);
          const made = writeRepository(run.cwd, name, kit ?? kitVersion(), manager);
          return { answer: { app: name, ...made }, text: () => describeRepository(name, made, manager) };
        }
        await checkAppName(root, name);
        const files = writeRemote(root, name);
        const changed = addToWorkspace(root, name);
        return { answer: { app: name, files, changed }, text: () => describe(name, files, changed) };
      }),
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
  return repeatStages(dockerfile, last, `mfe-${name}`);
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

/** Copies each stage of the model for the new name, and in other stages each line with the model's name. */
function repeatStages(dockerfile: string, model: string, name: string): string {
  const names = (line: string): boolean =>
    !line.startsWith('#') && new RegExp(`\\b${model}(?![a-z\\d])`).test(line);
  const withCopy = (text: string, separator: string): string =>
    `${text}${separator}${text.replaceAll(model, name)}`;
  return dockerfile
    .split('\n\n')
    .map((stage) => {
      const [from = ''] = stage.split('\n', 1);
      if (from.startsWith('FROM ') && names(from)) return withCopy(stage.trimEnd(), '\n\n');
      const lines = stage.split('\n');
      return lines.map((line) => (names(line) ? withCopy(line, '\n') : line)).join('\n');
    })
    .join('\n\n');
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

/** First segments of addresses of the platform, and the name of the shell. */
const RESERVED = new Set(['shell', 'api', 'assets', 'builds', 'subscribe']);

/**
 * @param root the checkout.
 * @throws CLI_NAME_INVALID, CLI_NAME_TAKEN
 */
export async function checkAppName(root: string, name: string): Promise<void> {
  checkName(name);
  if (existsSync(path.join(root, `mfe-${name}`)))
    throw cliErrors.NAME_TAKEN({ name, where: `mfe-${name}/ exists` });
  for (const config of globSync('*/mfe.config.ts', { cwd: root })) {
    const folder = path.dirname(config);
    // An app that does not load is skipped; its build reports the error.
    const app = await loadApp(path.join(root, folder)).catch(() => undefined);
    if (app?.config.name === name)
      throw cliErrors.NAME_TAKEN({ name, where: `${folder}/ is the app of that name` });
    const route = app?.config.routes.find((one) => one.path === `/${name}`);
    if (route) throw cliErrors.NAME_TAKEN({ name, where: `${folder}/ has the page /${name}` });
  }
}

/** @throws CLI_NAME_INVALID */
function checkName(name: string): void {
  const reason = nameIssue(name);
  if (reason) throw cliErrors.NAME_INVALID({ name, reason });
}

function nameIssue(name: string): string | undefined {
  if (name.startsWith('mfe-')) return 'mfe new adds the prefix mfe- itself';
  if (RESERVED.has(name)) return 'the platform uses it';
  if (!APP_NAME.test(name))
    return 'it has to be 1 to 31 lower-case letters, digits and hyphens, a letter first';
  return /-$|--/.test(name) ? 'a hyphen must be between two words' : undefined;
}

/**
 * Writes a remote with one page.
 * @param name has passed {@link checkAppName}.
 * @returns its files, relative to its folder.
 */
export function writeRemote(root: string, name: string): string[] {
  const templates = readTemplates('remote', name);
  const files = [...templates.keys()];
  writeTemplates(path.join(root, `mfe-${name}`), files, templates);
  return files;
}

function writeTemplates(folder: string, files: string[], templates: ReadonlyMap<string, string>): void {
  for (const file of files) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, templates.get(file)!);
  }
}

/** Files that mark a folder as already in use. */
const TAKEN = ['package.json', 'mfe.config.ts', 'src', 'test'];

/**
 * Writes the repository of an app into a folder. Files that are there already (a readme, a licence) stay as they are.
 * @param name has passed `checkName`
 * @param kit version or address of the kit, as for package.json
 * @param manager package manager
 * @returns the written files, and the existing files that were not overwritten, relative to the folder
 * @throws CLI_FOLDER_TAKEN
 */
export function writeRepository(
  folder: string,
  name: string,
  kit: string,
  manager: PackageManager,
): { files: string[]; kept: string[] } {
  const taken = TAKEN.find((one) => existsSync(path.join(folder, one)));
  if (taken !== undefined) throw cliErrors.FOLDER_TAKEN({ folder, taken });
  const templates = new Map([
    ...readTemplates('remote', name),
    ...readTemplates('repository', name, kit, manager),
  ]);
  const kept = [...templates.keys()].filter((file) => existsSync(path.join(folder, file)));
  const files = [...templates.keys()].filter((file) => !kept.includes(file)).toSorted();
  writeTemplates(folder, files, templates);
  return { files, kept };
}

const TEMPLATES = path.resolve(import.meta.dirname, '../../../templates');
const SUFFIX = '.template';
/** Address of a package of a gateway, with its version. */
const KIT_TARBALL = /(?<=^|\/)voltframe-kit-(?=[^/]*$)/;

/**
 * The files that a new app starts with.
 * @param kind `remote`: an app of this workspace. `repository`: additional and replaced files of a separate
 * repository
 * @param name of the app
 * @param kit the version or address of the kit for a repository; the gateway comes from the same place
 * @param manager of the repository
 * @returns file → text, in order of the names
 */
export function readTemplates(
  kind: 'remote' | 'repository',
  name: string,
  kit = '',
  manager = packageManager(),
): Map<string, string> {
  const title = name[0]!.toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const folder = path.join(TEMPLATES, kind);
  // Not globSync, which omits names that begin with a dot.
  const templates = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(SUFFIX))
    .toSorted();
  return new Map(
    templates.map((template) => {
      const text = readFileSync(path.join(folder, template), 'utf8');
      const filled = forManager(text, manager)
        .replaceAll('__name__', name)
        .replaceAll('__Title__', title)
        .replaceAll('__kit__', kit)
        .replaceAll('__gateway__', kit.replace(KIT_TARBALL, 'voltframe-gateway-'));
      return [template.slice(0, -SUFFIX.length).replaceAll('\\', '/'), filled];
    }),
  );
}

const MANAGERS = {
  npm: {
    run: 'npm',
    exec: 'npx',
    dashes: '-- ',
    ci: 'npm ci',
    lockfile: 'package-lock.json',
    store: '.npm/',
  },
  pnpm: {
    run: 'pnpm',
    exec: 'pnpm',
    dashes: '',
    ci: 'pnpm install --frozen-lockfile',
    lockfile: 'pnpm-lock.yaml',
    store: '.pnpm-store/',
  },
};

/** The package manager of a repository, with its commands for files and messages. */
type PackageManager = (typeof MANAGERS)['npm'] & {
  name: keyof typeof MANAGERS;
  /** Value of `packageManager` in package.json: `pnpm@11.28.10`. */
  manager: string;
};

/** @param agent `npm_config_user_agent`, which npm and pnpm set. Any other value means npm. */
export function packageManager(agent = ''): PackageManager {
  const [, version] = /^pnpm\/([\w.+-]+)/.exec(agent) ?? [];
  const name = version === undefined ? 'npm' : 'pnpm';
  return { ...MANAGERS[name], name, manager: `${name}@${version}` };
}

/** A line of a template for one manager. */
const ONLY_FOR = /^( *)__(npm|pnpm)__ (.*\n)/gm;

/** @returns the text of a template for this manager. */
function forManager(text: string, manager: PackageManager): string {
  return text
    .replace(ONLY_FOR, (_, indent: string, name: string, line: string) =>
      name === manager.name ? indent + line : '',
    )
    .replace(/__(run|exec|dashes|ci|lockfile|store|manager)__/g, (_, word: 'run') => manager[word]);
}
