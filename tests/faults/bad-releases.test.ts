import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { versionsLeft } from '@voltframe/kit/contract/contract-version';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BAD_RELEASES } from './bad-release-corpus.ts';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { changeVisibly } from './good-change.ts';
import { APPS, defectsOf, liveBytes, pushBad, pushDrafts, pushPack, readDraft } from './push-drafts.ts';

/** Too long for every run: `npm run fault -- bad-releases` has all of them. */
const ONE_OF_EACH_KIND = BAD_RELEASES.filter(
  ({ kind }, index) => BAD_RELEASES.findIndex((other) => other.kind === kind) === index,
);

let gateway: FaultGateway;
let before: string;

beforeAll(async () => {
  gateway = await startFaultGateway({ env: { ADMISSION_HYDRATION: '1' } });
  const { text } = await pushDrafts(gateway, APPS.map(readDraft));
  expect(JSON.parse(text)).toMatchObject({ activated: true });
  before = await liveBytes(gateway);
});
afterAll(() => gateway.stop());

test.each(ONE_OF_EACH_KIND)('$kind: $name is refused, its defect is named and no other', async (bad) => {
  const pushed = await pushBad(gateway, bad);
  const defects = defectsOf(pushed);
  expect(defects).not.toEqual([]);
  for (const defect of defects) expect(defect).toMatch(bad.says);
  expect(pushed.status).toBeGreaterThanOrEqual(400);
  expect(pushed.status).toBeLessThan(500);
  expect(await liveBytes(gateway)).toBe(before);
});

test.each(APPS)('%s goes live with a change, and shows it', async (app) => {
  const draft = readDraft(app);
  const shownAt = changeVisibly(app, draft, 'Changed for this test');
  const pushed = await pushDrafts(gateway, [draft]);
  expect(defectsOf(pushed)).toEqual([]);
  expect(pushed.verdict).toMatchObject({ activated: true });
  expect(await (await fetch(gateway.url + shownAt)).text()).toContain('Changed for this test');
});

const EARLIER_KITS = path.resolve(import.meta.dirname, '../fixtures/earlier-kits');

test.each(readdirSync(EARLIER_KITS).filter((name) => name.startsWith('sample-')))(
  '%s, built by an earlier kit, is taken as long as its contract is in the window',
  async (name) => {
    const pushed = await pushPack(gateway, 'sample', readFileSync(path.join(EARLIER_KITS, name)));
    const contract = name.slice('sample-'.length, -'.tgz'.length);
    if (versionsLeft(contract) === undefined)
      return expect(defectsOf(pushed)).toEqual([expect.stringMatching(/^PACK_CONTRACT: /)]);
    expect(pushed.verdict).toMatchObject({ accepted: true, activated: true });
    expect(await (await fetch(`${gateway.url}/sample`)).text()).toContain('Built by an earlier kit');
  },
);
