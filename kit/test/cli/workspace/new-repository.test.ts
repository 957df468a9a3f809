import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeRepository } from '../../../src/cli/workspace/new-repository.ts';
import { temporaryFolder } from '../../packaging/fixtures/releases.ts';

function emptyFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('writes the app with all that a repository needs besides', () => {
  const folder = emptyFolder();
  const { files, kept } = writeRepository(folder, 'notes', '1.2.3');
  expect(files).toEqual(
    expect.arrayContaining(['mfe.config.ts', 'src/pages/home.tsx', 'test/pages/home.test.tsx']),
  );
  expect(files).toEqual(expect.arrayContaining(['.github/workflows/ci.yml', '.gitlab-ci.yml', 'Dockerfile']));
  expect(files.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
  expect(kept).toEqual([]);
});

it('takes kit and gateway from where it is told, and knows nothing of a workspace', () => {
  const folder = emptyFolder();
  writeRepository(folder, 'notes', 'https://ops.example.com/-/packages/voltframe-kit-1.2.3.tgz');
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
  writeRepository(folder, 'notes', '1.2.3');
  expect(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))).toMatchObject({
    dependencies: { '@voltframe/kit': '1.2.3' },
    devDependencies: { '@voltframe/gateway': '1.2.3' },
  });
});

it('leaves a readme as it is, and says so', () => {
  const folder = emptyFolder();
  writeFileSync(path.join(folder, 'README.md'), 'ours');
  const { files, kept } = writeRepository(folder, 'notes', '1.2.3');
  expect([kept, files.includes('README.md')]).toEqual([['README.md'], false]);
  expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toBe('ours');
});

it.each(['package.json', 'src'])('refuses a folder that has a %s', (name) => {
  const folder = emptyFolder();
  mkdirSync(path.join(folder, name));
  expect(() => writeRepository(folder, 'notes', '1.2.3')).toThrow(
    expect.objectContaining({ code: 'CLI_FOLDER_TAKEN' }),
  );
});
