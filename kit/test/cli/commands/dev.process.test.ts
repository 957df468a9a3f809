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

/** Runs `mfe dev` until its gateway has answered. @returns the releases and variables of that gateway */
async function develop(
  ...options: string[]
): Promise<{ code: number; err: string; started: Started | undefined }> {
  const ending = new AbortController();
  let started: Started | undefined;
  let answered: Promise<void> = Promise.resolve();
  const { code, err } = await runMfe(['dev', 'mfe-sample', ...options], {
    cwd: workspace.root,
    env: { MFE_GATEWAY: against.gateway.url, MFE_TOKEN: OPERATOR, PORT: '0' },
    signal: ending.signal,
    print(url) {
      answered = fetch(url)
        .then(async (response) => void (started = (await response.json()) as Started))
        .finally(() => ending.abort());
    },
  });
  await answered;
  return { code, err, started };
}

interface Started {
  whole: string[];
  env: Record<string, string>;
}

describe('mfe dev', () => {
  beforeEach(async () => {
    for (const app of ['legal', 'blog']) writeReleaseFolder(folder, app);
    await mfe(['publish', 'legal', 'blog']);
  });

  it('serves the app with the live releases of all others until it is aborted', async () => {
    const { code, err, started } = await develop();
    expect([code, started?.whole, started?.env['DEV']]).toEqual([0, ['blog', 'legal', 'sample'], '1']);
    expect(err).toContain(`mfe: sample inside the site of ${against.gateway.url}\n`);
    expect(builtBudget()).toBeGreaterThan(1_000_000);
  });

  it('serves a production build with --prod', async () => {
    const { code, started } = await develop('--prod');
    expect([code, started?.whole]).toEqual([0, ['blog', 'legal', 'sample']]);
    expect([started?.env['DEV'], started?.env['RELEASE_FOLLOW']]).toEqual([undefined, '1']);
    expect(builtBudget()).toBeLessThan(1_000_000);
  });

  it('builds in another folder than mfe build', async () => {
    const build = () => runMfe(['build', 'mfe-sample'], { cwd: workspace.root });
    await build();
    const built = textOf('dist/release.json');
    await develop();
    expect(textOf('dist/release.json')).toBe(built);
    const developed = textOf(DEVELOPED);
    await build();
    expect(textOf(DEVELOPED)).toBe(developed);
  });

  it('exits with the message of a gateway that does not start', async () => {
    writeReleaseFolder(folder, 'broken');
    await mfe(['publish', 'broken']);
    const { code, err, started } = await develop();
    expect([code, started]).toEqual([1, undefined]);
    expect(err).toContain('The local gateway did not start: RELEASES: broken');
  });
});

const DEVELOPED = '.cache/dev/dist/release.json';
const textOf = (file: string): string => readFileSync(path.join(workspace.app, file), 'utf8');

function builtBudget(): number {
  const built = JSON.parse(textOf(DEVELOPED)) as Release;
  return built.routes[0]!.budget.js;
}
