import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONTRACT_VERSION } from '@voltframe/kit/contract/contract-version';
import { root } from '../../scripts/apps.ts';

/** The version after the working tree, planted, because there is no later release yet to test updates with. */
export interface NextVersion {
  /** Its checkout: what `startFaultGateway` starts as `checkout`. */
  folder: string;
  version: string;
  remove(): void;
}

/** The parts that run in a gateway, and their packages. */
const PARTS = ['kit', 'enquiries', 'gateway'];

/**
 * Copies the gateway of the working tree to a temporary folder as the next version: with the next contract, and with a
 * step that adds a table.
 * @param breaks adds a step with which earlier versions cannot use the database.
 * @returns the copy; remove it with `remove()`.
 * @throws when the code to change has another form.
 */
export function plantNextVersion({ breaks = false } = {}): NextVersion {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'voltframe-next-'));
  for (const part of PARTS) copyPart(part, folder);
  const edit = (file: string, from: RegExp, to: string): void => {
    const at = path.join(folder, file);
    const text = readFileSync(at, 'utf8');
    const planted = text.replace(from, to);
    if (planted === text) throw new Error(`${file} has no ${from.source}`);
    writeFileSync(at, planted);
  };
  const { version: current } = JSON.parse(readFileSync(path.join(root, 'gateway/package.json'), 'utf8')) as {
    version: string;
  };
  const version = current.replace(/\d+$/, (patch) => String(Number(patch) + 1));
  edit('gateway/src/platform/version.ts', /'\d+\.\d+\.\d+'/, `'${version}'`);
  edit(
    'kit/src/contract/contract-version.ts',
    /(CONTRACT_VERSIONS.* = \[[^\]]*\})/,
    `$1, { version: ${nextContract()}, kit: '${version}' }`,
  );
  edit(
    'gateway/src/platform/database/tables.ts',
    /STEPS: Record<string, Migration> = \{/,
    `$& ${JSON.stringify(STEP).slice(1, -1)}, ${breaks ? `${JSON.stringify(BREAKING_STEP).slice(1, -1)},` : ''}`,
  );
  return { folder, version, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The contract of the planted version. */
export function nextContract(): number {
  return CONTRACT_VERSION + 1;
}

const STEP = { '900-next': { statements: ['create table next_version (id integer primary key)'] } };
const BREAKING_STEP = {
  '901-breaking': { statements: ['alter table next_version add column other integer'], breaksEarlier: true },
};

/**
 * Copies the tracked and new files of a package, and links its dependencies: those of the workspace to their copies.
 */
function copyPart(part: string, folder: string): void {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'package.json'], {
    cwd: path.join(root, part),
    encoding: 'utf8',
  });
  for (const file of list.trim().split('\n')) {
    const from = path.join(root, part, file);
    // A file that is removed in the working tree is still in the index.
    if (existsSync(from)) cpSync(from, path.join(folder, part, file));
  }
  link(path.join(root, part, 'node_modules'), path.join(folder, part, 'node_modules'));

  function link(modules: string, target: string): void {
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(modules)) {
      const module = path.join(modules, name);
      if (!lstatSync(module).isSymbolicLink()) {
        if (name.startsWith('@')) link(module, path.join(target, name));
        continue;
      }
      const place = path.relative(root, realpathSync(module));
      const isOfWorkspace = PARTS.includes(place);
      symlinkSync(isOfWorkspace ? path.join(folder, place) : realpathSync(module), path.join(target, name));
    }
  }
}
