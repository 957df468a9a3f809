import { finding } from '@voltframe/kit/contract/operations/verdict';
import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { expect, test } from 'vitest';
import { type RemoteFixture, remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { type AdmissionOptions, createAdmission } from '../../../src/releasing/admission/admission.ts';
import { setUpParts } from '../../fixtures/test-changes.ts';

const shell = shellRelease().release;
const docs = version('one').release;
const CHANGED = new Set(['docs']);
const IN_TIME = new AbortController().signal;

/** @returns the admission of docs with other options. */
async function admit(more: Partial<AdmissionOptions>, released = docs) {
  const { options, activation, site } = await setUpParts();
  const discarded: unknown[] = [];
  site.discard = (candidate) => void discarded.push(candidate);
  const admission = createAdmission({ ...options, ...more, prepare: activation.prepare });
  const admitted = await admission.admit({ shell, docs: released }, CHANGED, IN_TIME).catch(() => undefined);
  return { admitted, discarded };
}

test('a candidate that passes is ready, and not live', async () => {
  const { admission, site } = await setUpParts();
  const { findings, candidate } = await admission.admit({ shell, docs }, CHANGED, IN_TIME);
  expect([findings, candidate!.composition.apps]).toEqual([[], { docs: docs.digest, shell: shell.digest }]);
  expect(site.live()).toBeUndefined();
});

test('each part that passed its check is noted, so that a hanging admission is known', async () => {
  const { admission } = await setUpParts();
  const passed: string[] = [];
  await admission.admit({ shell, docs }, CHANGED, IN_TIME, (part) => void passed.push(part));
  expect(passed).toEqual(expect.arrayContaining(['bundle', 'layout', 'pages', 'references']));
});

test('a release whose manifest does not fit is refused before it runs', async () => {
  const { admission, started } = await setUpParts();
  const needs20 = remoteRelease({ requires: { react: '^20.0.0' } }).release;
  const { findings, candidate } = await admission.admit({ shell, docs: needs20 }, CHANGED, IN_TIME);
  expect([findings.map(({ app, waitsFor }) => [app, waitsFor]), candidate]).toEqual([
    [['docs', 'shell']],
    undefined,
  ]);
  expect(started).toEqual([]);
});

test.each([
  ['docs', [docs], 1],
  ['the shell, which restarts every app', [shell, docs], 2],
])('without memory for %s, the release is refused before anything runs', async (_, changed, processes) => {
  const counts: number[] = [];
  const memoryFor = (count: number) => {
    counts.push(count);
    return quotaErrors.MEMORY({ limit: 1, needed: 2, gateway: 3, processes: 4, checks: 5, system: 6 });
  };
  const { options, activation, started } = await setUpParts();
  const admission = createAdmission({ ...options, memoryFor, prepare: activation.prepare });
  const apps = new Set(changed.map(({ app }) => app));
  const { findings, candidate } = await admission.admit({ shell, docs }, apps, IN_TIME);
  expect([findings.map(({ app, code }) => [app, code]), candidate, counts, started]).toEqual([
    [...apps].map((app) => [app, 'QUOTA_MEMORY']),
    undefined,
    [processes],
    [],
  ]);
});

test('findings of server and browser checks are returned together, and the candidate is discarded', async () => {
  const inBrowser = finding('docs', admissionErrors.BUNDLE({ reason: 'no container' }));
  const setup = await setUpParts({ checkClient: async () => [inBrowser] });
  setup.broken.add(docs.digest);
  const discarded: unknown[] = [];
  setup.site.discard = (candidate) => void discarded.push(candidate.composition.apps['docs']);
  const { findings, candidate } = await setup.admission.admit({ shell, docs }, CHANGED, IN_TIME);
  expect([findings.map(({ reason }) => reason), candidate]).toEqual([
    [expect.stringContaining('not today'), inBrowser.reason],
    undefined,
  ]);
  expect(discarded).toEqual([docs.digest]);
});

test('a check that exceeds the deadline refuses the release, and a second try is refused immediately', async () => {
  const never = new Promise<never>(() => {});
  const setup = await setUpParts({ checkClient: () => never });
  const admission = createAdmission({
    ...setup.options,
    admissionTimeoutMs: 1,
    prepare: setup.activation.prepare,
  });
  const signal = admission.deadline(new AbortController().signal);
  for (let times = 0; times < 2; times++) {
    const { findings, candidate } = await admission.admit({ shell, docs }, CHANGED, signal);
    expect([findings.map(({ code }) => code), candidate]).toEqual([['ADMISSION_DEADLINE'], undefined]);
  }
});

test('a check that exceeds the deadline tells the parts that had failed until then', async () => {
  const setup = await setUpParts();
  const page = finding(
    'docs',
    admissionErrors.PAGE({ path: '/docs', route: 'home', reason: 'it never ends' }),
  );
  const limit = new AbortController();
  const admission = createAdmission({
    ...setup.options,
    prepare: setup.activation.prepare,
    checkPages({ noteFailed }) {
      noteFailed!(page);
      limit.abort(new DOMException('late', 'TimeoutError'));
      return new Promise<never>(() => {});
    },
  });
  const { findings } = await admission.admit({ shell, docs }, CHANGED, limit.signal);
  expect(findings.map(({ code, reason }) => [code, reason])).toEqual([
    ['ADMISSION_PAGE', page.reason],
    ['ADMISSION_DEADLINE', expect.any(String)],
  ]);
});

test('an interrupted admission rejects immediately', async () => {
  const setup = await setUpParts({ checkClient: () => new Promise<never>(() => {}) });
  const interrupt = new AbortController();
  const signal = setup.admission.deadline(interrupt.signal);
  const admitted = setup.admission.admit({ shell, docs }, CHANGED, signal);
  interrupt.abort(new Error('it gives way'));
  await expect(admitted).rejects.toThrow('it gives way');
});

test('a check that throws discards the candidate', async () => {
  const setup = await setUpParts({ checkClient: () => Promise.reject(new Error('disk full')) });
  let discarded = 0;
  setup.site.discard = () => void discarded++;
  await expect(setup.admission.admit({ shell, docs }, CHANGED, IN_TIME)).rejects.toThrow('disk full');
  expect(discarded).toBe(1);
});

type Change = NonNullable<RemoteFixture['change']>;
const development: Change = (release) => void (release.development = true);

test.each<[string, Change, Partial<AdmissionOptions>, string[]]>([
  ['a development build is refused', development, {}, [admissionErrors.DEVELOPMENT.code]],
  [
    'a development build passes where development builds are allowed',
    development,
    { developmentBuilds: true },
    [],
  ],
])('%s', async (_, change, options, codes) => {
  const { admitted } = await admit(options, remoteRelease({ change }).release);
  expect(admitted!.findings.map(({ code }) => code)).toEqual(codes);
});

const SIZES = { html: 1, js: 2, css: 3, images: 4, requests: 5 };
const MEASURED = [{ app: 'docs', digest: docs.digest, measured: { routes: { 'docs.home': SIZES } } }];

test('only new releases are measured', async () => {
  const sized: string[] = [];
  const { admitted } = await admit({
    measure: {
      transfer: async (releases) => new Map(releases.map(({ app }) => [app, sized.push(app)])),
      budgets: async () => SIZED,
      release: async () => ({ warnings: [], measured: MEASURED }),
    },
  });
  expect([sized, admitted!.measured]).toEqual([['docs'], MEASURED]);
  expect(admitted!.candidate).toBeDefined();
  expect((await admit({})).admitted!.measured).toBeUndefined();
});

const WARNING = { ...finding('docs', admissionErrors.NO_SHELL()), owner: 'docs', digest: docs.digest };
const SIZED = { findings: [], warnings: [WARNING] };

test('a release over its budget passes with the warnings', async () => {
  const { admitted } = await admit({
    measure: {
      transfer: async () => new Map(),
      budgets: async () => SIZED,
      release: async () => ({ warnings: [WARNING], measured: MEASURED }),
    },
  });
  expect([admitted!.findings, admitted!.warnings, admitted!.candidate === undefined]).toEqual([
    [],
    [WARNING, WARNING],
    false,
  ]);
});

test('a candidate that cannot be measured is discarded', async () => {
  const release = () => Promise.reject(new Error('no memory'));
  const { admitted, discarded } = await admit({
    measure: { transfer: async () => new Map(), budgets: async () => SIZED, release },
  });
  expect([admitted?.candidate, discarded.length]).toEqual([undefined, 1]);
});
