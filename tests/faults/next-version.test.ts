import { CONTRACT_VERSION } from '@voltframe/kit/contract/contract-version';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../gateway/src/platform/database/database.ts';
import { readDraft, seal } from './draft-release.ts';
import { startFaultGateway } from './fault-gateway.ts';
import { nextContract, plantNextVersion } from './next-version.ts';
import { defectsOf, pushDrafts } from './push-drafts.ts';

const next = plantNextVersion();
afterAll(next.remove);

/** @returns a data folder that several gateways use, one after the other. */
function dataFolder(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'voltframe-next-data-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** @returns the release of an app for a contract. */
function builtFor(app: 'shell' | 'legal', contract: number) {
  const draft = readDraft(app);
  draft.release.contract = contract;
  seal(draft);
  return draft;
}

/** @returns the content of a page. */
async function mainOf(url: string): Promise<string | undefined> {
  return /<main.*<\/main>/s.exec(await (await fetch(url)).text())?.[0];
}

test('the next version takes releases of this contract, and this version serves what the next one wrote', async () => {
  const dataDir = dataFolder();
  const later = await startFaultGateway({ dataDir, checkout: next.folder });
  const published = await pushDrafts(later, [readDraft('shell'), readDraft('legal')]);
  expect(published.verdict).toMatchObject({ activated: true });
  const page = await mainOf(`${later.url}/terms`);
  await later.stop();

  const gateway = await startFaultGateway({ dataDir, token: later.token });
  onTestFinished(() => gateway.stop());
  const headers = { authorization: `Bearer ${later.token}` };
  expect(page).toContain('Terms of use');
  expect(await mainOf(`${gateway.url}/terms`)).toBe(page);
  const status = await (await fetch(`${gateway.opsUrl}/-/status`, { headers })).json();
  expect(status).toMatchObject({
    contract: { newest: CONTRACT_VERSION },
    apps: [{ app: 'legal' }, { app: 'shell' }],
  });
});

test('this version refuses a release of the next contract with its reason, and the next version takes it', async () => {
  const dataDir = dataFolder();
  const gateway = await startFaultGateway({ dataDir });
  const drafts = [builtFor('shell', nextContract()), builtFor('legal', nextContract())];
  const refused = await pushDrafts(gateway, drafts);
  await gateway.stop();
  expect(refused.status).toBe(422);
  expect(defectsOf(refused)).toEqual([
    expect.stringMatching(/^PACK_CONTRACT: .*built for contract 2; this gateway takes contract 1$/),
  ]);

  const later = await startFaultGateway({ dataDir, token: gateway.token, checkout: next.folder });
  expect((await pushDrafts(later, drafts)).verdict).toMatchObject({ activated: true });
  await later.stop();
});

test('this version refuses data after a step of the next one that breaks earlier versions', async () => {
  const dataDir = dataFolder();
  const breaking = plantNextVersion({ breaks: true });
  onTestFinished(breaking.remove);
  const later = await startFaultGateway({ dataDir, checkout: breaking.folder });
  await later.stop();
  await expect(openDatabase({ dataDir })).rejects.toMatchObject({
    code: 'GW_DATABASE_NEWER',
    message: `The gateway does not start: the database is used by a newer version: ${breaking.version}. This is 1.0.0.`,
    fix: expect.stringContaining(`Run version ${breaking.version} or a later one.`) as string,
  });
});
