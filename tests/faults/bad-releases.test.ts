import { afterAll, beforeAll, expect, test } from 'vitest';
import { BAD_RELEASES } from './bad-release-corpus.ts';
import { APPS, readDraft } from './draft-release.ts';
import { isShort } from './fault-form.ts';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { GOOD_CHANGES } from './good-changes.ts';
import { defectsOf, liveBytes, pushBad, pushDrafts } from './push-drafts.ts';

/** The short form has one bad release of each kind, and one good change. */
const BAD = isShort
  ? BAD_RELEASES.filter(({ kind }, index) => BAD_RELEASES.findIndex((other) => other.kind === kind) === index)
  : BAD_RELEASES;
const GOOD = isShort ? GOOD_CHANGES.filter(({ app }) => app === 'legal').slice(0, 1) : GOOD_CHANGES;

let gateway: FaultGateway;
let before: string;

beforeAll(async () => {
  gateway = await startFaultGateway({ env: { ADMISSION_HYDRATION: '1' } });
  const { text } = await pushDrafts(
    gateway,
    APPS.map((app) => readDraft(app)),
  );
  expect(JSON.parse(text)).toMatchObject({ activated: true });
  before = await liveBytes(gateway);
});
afterAll(() => gateway.stop());

test.each(BAD)(
  'admission refuses the release with $kind: $name, and reports only this defect',
  async (bad) => {
    const pushed = await pushBad(gateway, bad);
    const defects = defectsOf(pushed);
    expect(defects).not.toEqual([]);
    for (const defect of defects) expect(defect).toMatch(bad.defect);
    expect(pushed.status).toBeGreaterThanOrEqual(400);
    expect(pushed.status).toBeLessThan(500);
    expect(await liveBytes(gateway)).toBe(before);
  },
);

test.each(GOOD.map((change, index) => ({ ...change, mark: `Change ${index} of ${GOOD.length}` })))(
  'a good change of $app goes live and is shown: $kind ($mark)',
  async ({ app, apply, mark }) => {
    const draft = readDraft(app);
    const shownAt = apply(draft, mark);
    const pushed = await pushDrafts(gateway, [draft]);
    expect(defectsOf(pushed)).toEqual([]);
    expect(pushed.verdict).toMatchObject({ activated: true });
    expect(await (await fetch(gateway.url + shownAt)).text()).toContain(mark);
  },
);
