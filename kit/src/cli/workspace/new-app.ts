import { existsSync, globSync, mkdirSync, writeFileSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { APP_NAME } from '../../contract/names.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { loadApp } from '../../build/load-config.ts';

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
export function checkName(name: string): void {
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
  for (const [file, text] of templates) {
    const target = path.join(root, `mfe-${name}`, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return [...templates.keys()];
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
  for (const file of files) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, templates.get(file)!);
  }
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
export type PackageManager = (typeof MANAGERS)['npm'] & {
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
