import { finding } from '@voltframe/kit/contract/operations/verdict';
import { subscribe } from '@voltframe/kit/testing/sample-forms';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { expect, test } from 'vitest';
import { remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { createCandidates } from '../../../src/releasing/activation/candidates.ts';
import type { Tracer } from '../../../src/observing/telemetry/traces/tracer.ts';
import { setUpChanges, setUpParts } from '../../fixtures/test-changes.ts';

const shell = shellRelease().release;
const docs = version('one').release;
const CHANGED = new Set(['docs']);

test('a base of nothing has no id', async () => {
  const { parts } = await setUpParts();
  expect(parts.candidates.base()).toEqual({ id: null, releases: {} });
});

test('a candidate that passes is ready, and not live', async () => {
  const { parts, site } = await setUpParts();
  const { findings, candidate } = await parts.candidates.admit({ shell, docs }, CHANGED);
  expect([findings, candidate!.composition.apps]).toEqual([[], { docs: docs.digest, shell: shell.digest }]);
  expect(site.live()).toBeUndefined();
});

test('what does not fit by its manifest is run by nobody', async () => {
  const { parts, started } = await setUpParts();
  const needs20 = remoteRelease({ requires: { react: '^20.0.0' } }).release;
  const { findings, candidate } = await parts.candidates.admit({ shell, docs: needs20 }, CHANGED);
  expect([findings.map(({ app, waitsFor }) => [app, waitsFor]), candidate]).toEqual([
    [['docs', 'shell']],
    undefined,
  ]);
  expect(started).toEqual([]);
});

test('what server and browser find is told together, and the candidate is discarded', async () => {
  const inBrowser = finding('docs', admissionErrors.BUNDLE({ reason: 'no container' }));
  const setup = await setUpParts({ checkClient: async () => [inBrowser] });
  setup.broken.add(docs.digest);
  const discarded: unknown[] = [];
  setup.site.discard = (candidate) => void discarded.push(candidate.composition.apps['docs']);
  const { findings, candidate } = await setup.parts.candidates.admit({ shell, docs }, CHANGED);
  expect([findings.map(({ reason }) => reason), candidate]).toEqual([
    [expect.stringContaining('not today'), inBrowser.reason],
    undefined,
  ]);
  expect(discarded).toEqual([docs.digest]);
});

test('an admission is recorded, check by check, with its outcome', async () => {
  const { options } = await setUpParts();
  const recorded: unknown[] = [];
  const tracer: Pick<Tracer, 'task'> = {
    task: (name, facts, work) =>
      work(
        (step, run) => {
          recorded.push(step);
          return run();
        },
        { describe: (more) => void recorded.push([name, facts, more]) },
      ),
  };
  await createCandidates({ ...options, tracer }).admit({ shell, docs }, CHANGED);
  const facts = { app: 'docs', release: docs.digest };
  expect(recorded.at(-1)).toEqual(['admission', facts, { outcome: 'passed' }]);
  expect(recorded.slice(0, -1)).toEqual(['secrets', 'pages', 'browser code']);
});

test('a check that fails itself discards the candidate, too', async () => {
  const setup = await setUpParts({ checkClient: () => Promise.reject(new Error('disk full')) });
  let discarded = 0;
  setup.site.discard = () => void discarded++;
  await expect(setup.parts.candidates.admit({ shell, docs }, CHANGED)).rejects.toThrow('disk full');
  expect(discarded).toBe(1);
});

test.each([
  [false, [admissionErrors.DEVELOPMENT.code]],
  [true, []],
])('a development build goes live where these may (%s)', async (developmentBuilds, codes) => {
  const built = remoteRelease({ change: (release) => void (release.development = true) }).release;
  const { options } = await setUpParts();
  const candidates = createCandidates({ ...options, developmentBuilds });
  const { findings } = await candidates.admit({ shell, docs: built }, CHANGED);
  expect(findings.map(({ code }) => code)).toEqual(codes);
});

test.each([
  [true, []],
  [false, [admissionErrors.FORMS.code]],
])('a release that declares forms goes live where forms are taken (%s)', async (takesForms, codes) => {
  const built = remoteRelease({ change: (release) => void (release.forms = [subscribe]) }).release;
  const { options } = await setUpParts();
  const { findings } = await createCandidates({ ...options, takesForms }).admit(
    { shell, docs: built },
    CHANGED,
  );
  expect(findings.map(({ code }) => code)).toEqual(codes);
});

test.each([
  [true, ['docs']],
  [false, []],
])('with budgets %s, only what is new is measured', async (budgets, expected) => {
  const { options } = await setUpChanges();
  const measured: string[] = [];
  const measure = async (releases: { app: string }[]) => {
    measured.push(...releases.map(({ app }) => app));
    return new Map();
  };
  await createCandidates({ ...options, budgets, measure }).admit({ shell, docs }, CHANGED);
  expect(measured).toEqual(expected);
});

const SIZES = { html: 1, js: 2, css: 3, images: 4, requests: 5 };
const MEASURED = { findings: [], measured: { docs: { routes: { 'docs.home': SIZES } } } };

test('what passed is measured, beside what is live', async () => {
  const { options } = await setUpChanges();
  const candidates = createCandidates({ ...options, budgets: true, meter: async () => MEASURED });
  const { measured, candidate } = await candidates.admit({ shell, docs }, CHANGED);
  expect(measured).toEqual([{ app: 'docs', digest: docs.digest, measured: MEASURED.measured.docs }]);
  expect(candidate).toBeDefined();
});

test.each([
  [
    'is over its budget',
    async () => ({ ...MEASURED, findings: [finding('docs', admissionErrors.NO_SHELL())] }),
  ],
  ['cannot be measured', () => Promise.reject(new Error('no memory'))],
])('a candidate that %s is discarded', async (_, meter) => {
  const { options, site } = await setUpChanges();
  let discarded = 0;
  site.discard = () => void discarded++;
  const candidates = createCandidates({ ...options, budgets: true, meter });
  const admitted = await candidates.admit({ shell, docs }, CHANGED).catch(() => undefined);
  expect([admitted?.candidate, discarded]).toEqual([undefined, 1]);
});

test('builds for development are not measured', async () => {
  const { options } = await setUpChanges();
  const meter = () => Promise.reject(new Error('asked'));
  const { measured } = await createCandidates({ ...options, meter }).admit({ shell, docs }, CHANGED);
  expect(measured).toBeUndefined();
});
