import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../../scripts/apps.ts';
import type { MfeConfig } from '@voltframe/kit/contract/release/mfe-config';
import type { Case } from './case.ts';

/** The packages that the template of `mfe new` installs, beside the kit. */
const TEMPLATE_PACKAGES = ['react', 'react-dom', 'react-router', 'zod'];
const MFE = 'node_modules/@voltframe/kit/bin/mfe.cjs';
const MOST_OUTPUT = 64 * 1024 * 1024;
/** Of the scripts of a route, bytes: the cases test that packages work, not their sizes. */
const LARGE = { js: 400_000, css: 100_000 };

/** A team's repository with the packed kit, installed by npm. */
export interface Repository {
  /**
   * Runs a command of the kit in the folder of an app.
   * @returns its output
   * @throws Error with its output when it fails
   */
  mfe(folder: string, ...args: string[]): Promise<string>;
  /** Writes an app with a page for each case, and one with links to them. @returns its folder */
  writeApp(name: string, cases: readonly Case[]): string;
}

/**
 * Installs the kit and the packages of the cases.
 * @param kit path of the tarball
 * @param env additional variables of the commands
 */
export async function createRepository(
  folder: string,
  kit: string,
  cases: readonly Case[],
  env: Record<string, string>,
): Promise<Repository> {
  const { catalog } = parse(readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
    catalog: Record<string, string>;
  };
  const dependencies = {
    '@voltframe/kit': `file:${kit}`,
    ...Object.fromEntries(TEMPLATE_PACKAGES.map((name) => [name, catalog[name]!])),
    ...Object.assign({}, ...cases.map(({ packages }) => packages ?? {})),
  };
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'ecosystem', version: '0.0.0', private: true, type: 'module', dependencies };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  // A kit of the same version, but other contents, is installed again.
  rmSync(path.join(folder, 'package-lock.json'), { force: true });
  rmSync(path.join(folder, 'node_modules/@voltframe'), { recursive: true, force: true });
  await run('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps'], folder, {});
  return {
    mfe: (app, ...args) => run(process.execPath, [path.join(folder, MFE), ...args], app, env),
    writeApp: (name, its) => writeApp(path.join(folder, 'apps', name), name, its),
  };
}

function writeApp(folder: string, name: string, cases: readonly Case[]): string {
  rmSync(folder, { recursive: true, force: true });
  const write = (file: string, text: string): void => {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  write('package.json', JSON.stringify({ name, version: '0.0.0', private: true, type: 'module' }));
  for (const one of cases)
    for (const [file, text] of Object.entries(one.files))
      write(file.startsWith('/') ? file.slice(1) : `src/${one.name}/${file}`, text);
  const routes = cases.map((one) => ({
    id: `${name}.${one.name}`,
    path: `/${name}/${one.name}`,
    page: `./src/${one.name}/page.tsx`,
    ...one.route,
  }));
  const links = routes.map(({ path: to }) => `<li><Link to="${to}" prefetch={false}>${to}</Link></li>`);
  write(
    'src/home.tsx',
    `import { Link } from '@voltframe/kit/react';
export default () => <><h1>Cases</h1><ul>${links.join('')}</ul></>;`,
  );
  const home = { id: `${name}.home`, path: `/${name}`, page: './src/home.tsx' };
  const config: Partial<MfeConfig> = {
    name,
    budget: LARGE,
    ...Object.assign({}, ...cases.map((one) => one.config ?? {})),
  };
  const { webpack, ...data } = config;
  const json = JSON.stringify({ ...data, routes: [home, ...routes] }, null, 2);
  // The text of a method is a method again.
  write('mfe.config.ts', `export default { ...${json}, ${webpack === undefined ? '' : String(webpack)} };`);
  return folder;
}

function run(command: string, args: string[], cwd: string, env: Record<string, string>): Promise<string> {
  return new Promise((done, fail) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: MOST_OUTPUT };
    execFile(command, args, options, (error, out, errors) => {
      if (error) fail(new Error(`${path.basename(command)} ${args.slice(-1).join(' ')}:\n${out}${errors}`));
      else done(out + errors);
    });
  });
}
