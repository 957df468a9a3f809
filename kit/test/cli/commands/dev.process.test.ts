import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
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

/** What the gateway on this machine is when its address is printed; `mfe dev` is told to end then. */
async function develop(...options: string[]): Promise<{ code: number; err: string; said: Said | undefined }> {
  const ending = new AbortController();
  let said: Said | undefined;
  let asked: Promise<void> = Promise.resolve();
  const { code, err } = await runMfe(['dev', 'mfe-sample', ...options], {
    cwd: workspace.root,
    env: { MFE_GATEWAY: against.gateway.url, MFE_TOKEN: OPERATOR, PORT: '0' },
    signal: ending.signal,
    print(url) {
      asked = fetch(url)
        .then(async (response) => void (said = (await response.json()) as Said))
        .finally(() => ending.abort());
    },
  });
  await asked;
  return { code, err, said };
}

interface Said {
  whole: string[];
  env: Record<string, string>;
}

describe('mfe dev', () => {
  beforeEach(async () => {
    for (const app of ['legal', 'blog']) writeReleaseFolder(folder, app);
    await mfe(['publish', 'legal', 'blog']);
  });

  it('serves the app being worked on with the live releases of all others, until told to end', async () => {
    const { code, err, said } = await develop();
    expect([code, said?.whole, said?.env['DEV']]).toEqual([0, ['blog', 'legal', 'sample'], '1']);
    expect(err).toContain(`mfe: sample inside the site of ${against.gateway.url}\n`);
    expect(builtBudget()).toBeGreaterThan(1_000_000);
  });

  it('serves what visitors will have, with --prod', async () => {
    const { code, said } = await develop('--prod');
    expect([code, said?.whole]).toEqual([0, ['blog', 'legal', 'sample']]);
    expect([said?.env['DEV'], said?.env['RELEASE_FOLLOW']]).toEqual([undefined, '1']);
    expect(builtBudget()).toBeLessThan(1_000_000);
  });

  it('ends with what the gateway says that does not start', async () => {
    writeReleaseFolder(folder, 'broken');
    await mfe(['publish', 'broken']);
    const { code, err, said } = await develop();
    expect([code, said]).toEqual([1, undefined]);
    expect(err).toContain('RELEASES: broken');
  });
});

function builtBudget(): number {
  const built = JSON.parse(readFileSync(path.join(workspace.app, 'dist/release.json'), 'utf8')) as Release;
  return built.routes[0]!.budget.js;
}
