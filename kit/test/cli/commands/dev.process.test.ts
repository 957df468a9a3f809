import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Release } from '@voltframe/kit/contract/release/release';
import { writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { OPERATOR } from '../fixtures/fake-gateway.ts';
import { runMfe } from '../fixtures/run-mfe.ts';
import { createStubWorkspace } from '../fixtures/stub-workspace.ts';

const against = againstGateway();
const { cwd: folder, mfe } = against;
const workspace = createStubWorkspace();
afterAll(() => rmSync(workspace.root, { recursive: true, force: true }));

describe('mfe dev', () => {
  it('serves the app being worked on with the live releases of all others, until told to end', async () => {
    for (const app of ['legal', 'blog']) writeReleaseFolder(folder, app);
    await mfe(['publish', 'legal', 'blog']);
    const ending = new AbortController();
    let said: { whole: string[] } | undefined;
    let asked: Promise<void> = Promise.resolve();
    const { code } = await runMfe(['dev', 'mfe-sample'], {
      cwd: workspace.root,
      env: { MFE_GATEWAY: against.gateway.url, MFE_TOKEN: OPERATOR, PORT: '0' },
      signal: ending.signal,
      print(url) {
        asked = fetch(url)
          .then(async (response) => void (said = (await response.json()) as typeof said))
          .finally(() => ending.abort());
      },
    });
    await asked;
    expect([code, said?.whole]).toEqual([0, ['blog', 'legal', 'sample']]);
    const built = JSON.parse(readFileSync(path.join(workspace.app, 'dist/release.json'), 'utf8')) as Release;
    expect(built.routes[0]!.budget.js).toBeGreaterThan(1_000_000);
  });
});
