import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, test } from 'vitest';
import { gatewayErrors } from '../../../src/platform/errors.ts';
import type { CodeFailure } from '../../../src/observing/errors/failure-log.ts';
import type { SeenError } from '../../../src/observing/errors/pending-errors.ts';
import { createServerFailures } from '../../../src/observing/errors/server-failures.ts';

const composition = (id: string, docs: string) =>
  ({ id, apps: { shell: 's1', docs }, routes: [{ id: 'docs.home', app: 'docs' }] }) as unknown as Composition;

function setUp() {
  const noted: SeenError[] = [];
  const site = { live: composition('c1', 'd1') };
  const failures = createServerFailures({
    errors: { note: (error) => `id${noted.push(error)}` },
    live: () => site.live,
  });
  return { failures, noted, site };
}

const thrown = (more: Partial<CodeFailure> = {}): CodeFailure => ({
  app: 'docs',
  digest: 'd1',
  call: 'fragment',
  message: 'boom',
  stack: 'Error: boom',
  ran: [],
  route: 'docs.home',
  isListed: true,
  ...more,
});

test.each([
  ['fragment', 'loader'],
  ['paths', 'loader'],
  ['guards', 'guard'],
  ['island', 'island'],
  ['resource', 'resource'],
  ['frame', 'render'],
  ['load', 'process'],
])('what a %s throws is of its app, release and composition', (call, kind) => {
  const { failures, noted } = setUp();
  expect(failures.thrown(thrown({ call }))).toBe('id1');
  expect(noted).toEqual([
    {
      app: 'docs',
      release: 'd1',
      composition: 'c1',
      kind,
      message: 'boom',
      stack: 'Error: boom',
      route: 'docs.home',
      isListed: true,
      times: 1,
    },
  ]);
});

test('what was live goes on counting; what never was concerns no visitor', () => {
  const { failures, noted, site } = setUp();
  expect(failures.thrown(thrown({ digest: 'd2' }))).toBeUndefined();
  site.live = composition('c2', 'd2');
  expect(failures.thrown(thrown({ digest: 'd2' }))).toBe('id1');
  site.live = composition('c3', 'd3');
  failures.thrown(thrown({ digest: 'd2' }));
  failures.thrown(thrown({ digest: 'd3' }));
  expect(noted.map(({ release, composition: id }) => [release, id])).toEqual([
    ['d2', 'c2'],
    ['d2', 'c2'],
    ['d3', 'c3'],
  ]);
});

test.each(['page', 'stale', 'island'] as const)(
  'a busy render process is no error of a release (%s)',
  (kind) => {
    const { failures, noted } = setUp();
    const error = gatewayErrors.RENDER_BUSY();
    expect(
      failures.noticed({ kind, app: 'docs', digest: 'd1', what: 'fragment docs.home', error }),
    ).toBeUndefined();
    expect(noted).toEqual([]);
  },
);

test('what visitors got instead of a page is told by what the operator is told', () => {
  const { failures, noted } = setUp();
  const error = gatewayErrors.RENDER_TIMEOUT({ what: 'fragment', limit: 10 });
  failures.noticed({ kind: 'page', app: 'docs', digest: 'd1', what: 'docs.home', error });
  failures.noticed({ kind: 'stale', app: 'docs', digest: 'd1', what: 'fragment docs.home', error });
  failures.noticed({
    kind: 'island',
    app: 'docs',
    digest: 'd1',
    what: 'Bad',
    error: new Error('no app has it'),
  });
  failures.noticed({ kind: 'page', app: 'gone', digest: undefined, what: '', error });
  expect(noted.map(({ kind, route, message }) => [kind, route, message])).toEqual([
    ['page', 'docs.home', error.why],
    ['page', 'docs.home', error.why],
    ['island', undefined, 'no app has it'],
  ]);
});

test('a render process that ends is of its app', () => {
  const { failures, noted } = setUp();
  failures.ended({ app: 'docs', digest: 'd1', reason: 'it used too much memory', isListed: true });
  expect(noted).toMatchObject([{ kind: 'process', message: 'it used too much memory' }]);
});

test('what only invented addresses met is told as such; a process that ended for them alone is no error', () => {
  const { failures, noted } = setUp();
  const error = new Error('boom');
  failures.thrown(thrown({ isListed: false }));
  failures.noticed({ kind: 'page', app: 'docs', digest: 'd1', what: 'docs.home', error, isListed: false });
  failures.ended({ app: 'docs', digest: 'd1', reason: 'it used too much memory', isListed: false });
  expect(noted.map(({ kind, isListed }) => [kind, isListed])).toEqual([
    ['loader', false],
    ['page', false],
  ]);
});
