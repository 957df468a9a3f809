import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkAppName,
  writeRemote,
  writeRepository,
  readTemplates,
} from '../../../src/cli/workspace/new-app.ts';
import { packageManager } from '../../../src/cli/workspace/package-manager.ts';
import { temporaryFolder } from '../../packaging/fixtures/releases.ts';

const root = temporaryFolder();
const taken = (where: string): object => ({
  code: 'CLI_NAME_TAKEN',
  message: expect.stringContaining(where) as string,
});

/** An app whose folder is not called after it. */
mkdirSync(path.join(root, 'mfe-other'));
writeFileSync(path.join(root, 'mfe-other/page.tsx'), '');
writeFileSync(
  path.join(root, 'mfe-other/mfe.config.ts'),
  `export default { name: 'labs', routes: [{ id: 'labs.home', path: '/team', page: './page.tsx' }] };`,
);

describe('checkAppName', () => {
  it.each(['a', 'case-studies', 'x'.repeat(31)])('takes the name %s', (name) =>
    expect(checkAppName(root, name)).resolves.toBeUndefined(),
  );

  it.each([
    { name: 'Labs', says: 'lower-case' },
    { name: '4labs', says: 'a letter first' },
    { name: '../labs', says: 'lower-case' },
    { name: 'labs-', says: 'hyphens' },
    { name: 'a--b', says: 'hyphens' },
    { name: 'mfe-labs', says: 'by itself' },
    { name: 'shell', says: 'the platform uses it' },
    { name: 'api', says: 'the platform uses it' },
    { name: 'a'.repeat(32), says: '1 to 31' },
  ])('refuses the name $name', ({ name, says }) =>
    expect(checkAppName(root, name)).rejects.toMatchObject({
      code: 'CLI_NAME_INVALID',
      message: expect.stringContaining(says) as string,
    }),
  );

  it.each([
    { name: 'other', by: 'folder', where: 'mfe-other/ exists' },
    { name: 'labs', by: 'app', where: 'mfe-other/ is the app of that name' },
    { name: 'team', by: 'page', where: 'mfe-other/ has the page /team' },
  ])('refuses a name that is taken by a $by', ({ name, where }) =>
    expect(checkAppName(root, name)).rejects.toMatchObject(taken(where)),
  );

  it('leaves alone an app that does not load', async () => {
    mkdirSync(path.join(root, 'mfe-broken'));
    writeFileSync(path.join(root, 'mfe-broken/mfe.config.ts'), 'export default (');
    await expect(checkAppName(root, 'news')).resolves.toBeUndefined();
  });
});

describe('writeRemote', () => {
  it('fills name and title into every file of the template, and says which there are', () => {
    const files = writeRemote(root, 'case-studies');
    expect(files).toEqual(expect.arrayContaining(['mfe.config.ts', 'package.json', 'src/pages/home.tsx']));
    const texts = files.map((file) => readFileSync(path.join(root, 'mfe-case-studies', file), 'utf8'));
    for (const text of texts) expect(text).not.toMatch(/__\w+__/);
    expect(texts.join('')).toContain('Case studies');
    expect(existsSync(path.join(root, 'mfe-case-studies/mfe.config.ts.template'))).toBe(false);
  });
});

function emptyFolder(): string {
  const folder = temporaryFolder();
  return folder;
}

it('writes the app with all that a repository needs besides', () => {
  const folder = emptyFolder();
  const { files, kept } = writeRepository(folder, 'notes', '1.2.3', packageManager());
  expect(files).toEqual(
    expect.arrayContaining(['mfe.config.ts', 'src/pages/home.tsx', 'test/pages/home.test.tsx']),
  );
  expect(files).toEqual(expect.arrayContaining(['.github/workflows/ci.yml', '.gitlab-ci.yml', 'Dockerfile']));
  expect(files.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
  expect(kept).toEqual([]);
});

it('takes kit and gateway from where it is told, and knows nothing of a workspace', () => {
  const folder = emptyFolder();
  writeRepository(
    folder,
    'notes',
    'https://ops.example.com/-/packages/voltframe-kit-1.2.3.tgz',
    packageManager(),
  );
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  expect(JSON.parse(read('package.json'))).toMatchObject({
    name: 'notes',
    dependencies: { '@voltframe/kit': 'https://ops.example.com/-/packages/voltframe-kit-1.2.3.tgz' },
    devDependencies: {
      '@voltframe/gateway': 'https://ops.example.com/-/packages/voltframe-gateway-1.2.3.tgz',
    },
  });
  for (const file of ['package.json', 'tsconfig.json']) expect(read(file)).not.toMatch(/workspace:|\.\.\//);
});

it('takes both in the version it is told', () => {
  const folder = emptyFolder();
  writeRepository(folder, 'notes', '1.2.3', packageManager());
  expect(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))).toMatchObject({
    dependencies: { '@voltframe/kit': '1.2.3' },
    devDependencies: { '@voltframe/gateway': '1.2.3' },
  });
});

it('leaves a readme as it is, and says so', () => {
  const folder = emptyFolder();
  writeFileSync(path.join(folder, 'README.md'), 'ours');
  const { files, kept } = writeRepository(folder, 'notes', '1.2.3', packageManager());
  expect([kept, files.includes('README.md')]).toEqual([['README.md'], false]);
  expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toBe('ours');
});

it.each(['package.json', 'src'])('refuses a folder that has a %s', (name) => {
  const folder = emptyFolder();
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

it('finds files that begin with a dot', () => {
  expect([...readTemplates('repository', 'notes').keys()]).toEqual(
    expect.arrayContaining(['.github/workflows/ci.yml', '.gitignore', '.gitlab-ci.yml', 'Dockerfile']),
  );
});
