import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '@voltframe/kit/build/build-app';
import { loadApp } from '@voltframe/kit/build/load-config';
import { parseRelease } from '@voltframe/kit/contract/release/release-json';
import { runMfe } from '../fixtures/run-mfe.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const kit = realpathSync(path.resolve(import.meta.dirname, '../../..'));
// Inside the checkout, so that its paths are those of a real app.
const root = mkdtempSync(path.join(kit, '.tmp-new-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const mfe = (...argv: string[]) => runMfe(argv, { cwd: root });

beforeAll(async () => {
  writeFileSync(path.join(root, 'pnpm-workspace.yaml'), '');
  mkdirSync(path.join(root, 'gateway'));
  copyFileSync(path.join(kit, '../tsconfig.base.json'), path.join(root, 'tsconfig.base.json'));
  const { code, out } = await mfe('new', 'case-studies');
  expect([code, out]).toEqual([0, expect.stringContaining('npm run pnpm -- install --no-frozen-lockfile')]);
  // Stands in for an installation: the same dependencies as those of another remote.
  symlinkSync(
    path.join(kit, '../mfe-legal/node_modules'),
    path.join(root, 'mfe-case-studies/node_modules'),
    'junction',
  );
});

describe('mfe new', () => {
  it('writes an app that builds into a valid release without changes', async () => {
    const release = await buildApp(await loadApp(path.join(root, 'mfe-case-studies')), {
      mode: 'production',
    });
    expect(parseRelease(JSON.parse(JSON.stringify(release)))).toMatchObject({ ok: true });
    expect(release.routes).toMatchObject([
      { id: 'case-studies.home', path: '/case-studies', prerender: true },
    ]);
    expect(Object.keys(release.files)).toEqual(expect.arrayContaining(release.routes[0]!.css));
  });

  it('writes a repository outside the checkout, and does not overwrite an existing one', async () => {
    const cwd = temporaryFolder();
    const { code, out } = await runMfe(['new', 'labs', '--kit', '1.2.3', '--json'], { cwd });
    expect([code, (JSON.parse(out) as { files: string[] }).files]).toEqual([
      0,
      expect.arrayContaining(['Dockerfile']),
    ]);
    expect(readFileSync(path.join(cwd, 'package.json'), 'utf8')).toContain('"@voltframe/kit": "1.2.3"');
    const again = await runMfe(['new', 'labs'], { cwd });
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('has a package.json already')]);
  });

  it('rejects an invalid name outside the checkout too', async () => {
    expect((await runMfe(['new', 'Labs'], { cwd: '/' })).err).toContain('CLI_NAME_INVALID');
  });
});
