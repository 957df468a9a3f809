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

/** The manager that installs a repository: how its files, and what is said of them, call it. */
export type PackageManager = (typeof MANAGERS)['npm'] & {
  name: keyof typeof MANAGERS;
  /** As `packageManager` of package.json names it: `pnpm@11.28.10`. */
  manager: string;
};

/** @param agent what runs the command, as npm and pnpm say it in `npm_config_user_agent`. Anything else stands for npm. */
export function packageManager(agent = ''): PackageManager {
  const [, version] = /^pnpm\/([\w.+-]+)/.exec(agent) ?? [];
  const name = version === undefined ? 'npm' : 'pnpm';
  return { ...MANAGERS[name], name, manager: `${name}@${version}` };
}

/** A line of a template that is for one manager. */
const ONLY_FOR = /^( *)__(npm|pnpm)__ (.*\n)/gm;

/** @returns the text of a template, with what it says for this manager. */
export function forManager(text: string, manager: PackageManager): string {
  return text
    .replace(ONLY_FOR, (_, indent: string, name: string, line: string) =>
      name === manager.name ? indent + line : '',
    )
    .replace(/__(run|exec|dashes|ci|lockfile|store|manager)__/g, (_, word: 'run') => manager[word]);
}
