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
export function forManager(text: string, manager: PackageManager): string {
  return text
    .replace(ONLY_FOR, (_, indent: string, name: string, line: string) =>
      name === manager.name ? indent + line : '',
    )
    .replace(/__(run|exec|dashes|ci|lockfile|store|manager)__/g, (_, word: 'run') => manager[word]);
}
