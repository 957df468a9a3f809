import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkAppName,
  packageManager,
  writeRemote,
  writeRepository,
  readTemplates,
} from '../../../src/cli/commands/new.ts';
import { temporaryFolder, writeFiles } from '../../temporary-folders.ts';

const root = temporaryFolder({
  // An app with another name than its folder.
  'mfe-other/page.tsx': '',
  'mfe-other/mfe.config.ts': `export default { name: 'labs', routes: [{ id: 'labs.home', path: '/team', page: './page.tsx' }] };`,
});
const taken = (where: string): object => ({
  code: 'CLI_NAME_TAKEN',
  message: expect.stringContaining(where) as string,
});

describe('checkAppName', () => {
  it.each(['a', 'case-studies', 'x'.repeat(31)])('accepts the name %s', (name) =>
    expect(checkAppName(root, name)).resolves.toBeUndefined(),
  );

  it.each([
    { name: 'Labs', reason: 'lower-case' },
    { name: '4labs', reason: 'a letter first' },
    { name: '../labs', reason: 'lower-case' },
    { name: 'labs-', reason: 'hyphen' },
    { name: 'a--b', reason: 'a hyphen must' },
    { name: 'mfe-labs', reason: 'the prefix mfe-' },
    { name: 'shell', reason: 'the platform uses it' },
    { name: 'api', reason: 'the platform uses it' },
    { name: 'a'.repeat(32), reason: '1 to 31' },
  ])('rejects the name $name', ({ name, reason }) =>
    expect(checkAppName(root, name)).rejects.toMatchObject({
      code: 'CLI_NAME_INVALID',
      message: expect.stringContaining(reason) as string,
    }),
  );

  it.each([
    { name: 'other', by: 'folder', where: 'mfe-other/ exists' },
    { name: 'labs', by: 'app', where: 'mfe-other/ is the app of that name' },
    { name: 'team', by: 'page', where: 'mfe-other/ has the page /team' },
  ])('rejects a name that is taken by a $by', ({ name, where }) =>
    expect(checkAppName(root, name)).rejects.toMatchObject(taken(where)),
  );

  it('ignores an app that does not load', async () => {
    writeFiles(root, { 'mfe-broken/mfe.config.ts': 'export default (' });
    await expect(checkAppName(root, 'news')).resolves.toBeUndefined();
  });
});

it('writes every file of a remote, and returns the files', () => {
  const files = writeRemote(root, 'case-studies');
  expect(files).toEqual(expect.arrayContaining(['mfe.config.ts', 'package.json', 'src/pages/home.tsx']));
  expect(files.filter((file) => !existsSync(path.join(root, 'mfe-case-studies', file)))).toEqual([]);
});

it('writes the app with tests, CI, Dockerfile and hidden files', () => {
  const folder = temporaryFolder();
  const { files, kept } = writeRepository(folder, 'notes', '1.2.3', packageManager());
  const app = ['mfe.config.ts', 'src/pages/home.tsx', 'test/pages/home.test.tsx', 'Dockerfile'];
  const hidden = ['.github/workflows/ci.yml', '.gitignore', '.gitlab-ci.yml'];
  expect(files).toEqual(expect.arrayContaining([...app, ...hidden]));
  expect(files.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
  expect(kept).toEqual([]);
});

const PACKAGES = 'https://ops.example.com/-/packages';

it.each([
  ['version', '1.2.3', '1.2.3'],
  ['address', `${PACKAGES}/voltframe-kit-1.2.3.tgz`, `${PACKAGES}/voltframe-gateway-1.2.3.tgz`],
])('uses the given %s for kit and gateway, without references to a workspace', (_, kit, gateway) => {
  const folder = temporaryFolder();
  writeRepository(folder, 'notes', kit, packageManager());
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  expect(JSON.parse(read('package.json'))).toMatchObject({
    name: 'notes',
    dependencies: { '@voltframe/kit': kit },
    devDependencies: { '@voltframe/gateway': gateway },
  });
  for (const file of ['package.json', 'tsconfig.json']) expect(read(file)).not.toMatch(/workspace:|\.\.\//);
});

it('keeps an existing readme, and reports it', () => {
  const folder = temporaryFolder({ 'README.md': 'ours' });
  const { files, kept } = writeRepository(folder, 'notes', '1.2.3', packageManager());
  expect([kept, files.includes('README.md')]).toEqual([['README.md'], false]);
  expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toBe('ours');
});

it.each(['package.json', 'src'])('rejects a folder with a %s', (name) => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, name));
  expect(() => writeRepository(folder, 'notes', '1.2.3', packageManager())).toThrow(
    expect.objectContaining({ code: 'CLI_FOLDER_TAKEN' }),
  );
});

it.each(['remote', 'repository'] as const)('fills in every placeholder of the %s', (kind) => {
  const files = readTemplates(kind, 'case-studies', '1.2.3');
  expect(files.size).toBeGreaterThan(7);
  for (const [file, text] of files) expect(file + text).not.toMatch(/\.template|__\w+__/);
  expect([...files.values()].join()).toContain('Case studies');
});

const pnpm = packageManager('pnpm/11.28.10 npm/? node/v24.0.0 linux x64');

it.each([
  ['pnpm/11.28.10 npm/? node/v24.0.0 linux x64', 'pnpm'],
  ['npm/11.19.1 node/v20.20.2 linux x64 workspaces/false', 'npm'],
  ['yarn/1.22.22 npm/? node/v20.20.2 linux x64', 'npm'],
  [undefined, 'npm'],
])('detects the package manager of %s: %s', (agent, name) => expect(packageManager(agent).name).toBe(name));

it('names pnpm in a repository of npm nowhere, and npm in one of pnpm only to install pnpm', () => {
  const left = (manager: typeof pnpm) =>
    [...readTemplates('repository', 'notes', '1.2.3', manager)].flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((line) =>
          (manager.name === 'npm' ? /\bpnpm\b/ : /\b(?:npm|npx)\b/).test(line) ? [file] : [],
        ),
    );
  expect(left(packageManager())).toEqual(['pnpm-workspace.yaml']);
  expect(left(pnpm).toSorted()).toEqual([
    '.github/workflows/ci.yml',
    '.gitlab-ci.yml',
    '.gitlab-ci.yml',
    'Dockerfile',
    'Dockerfile',
  ]);
});

it('writes the version of pnpm into the repository', () => {
  const manifest = readTemplates('repository', 'notes', '1.2.3', pnpm).get('package.json')!;
  expect(JSON.parse(manifest)).toMatchObject({ packageManager: 'pnpm@11.28.10' });
  expect(JSON.parse(readTemplates('repository', 'notes', '1.2.3').get('package.json')!)).not.toHaveProperty(
    'packageManager',
  );
});
