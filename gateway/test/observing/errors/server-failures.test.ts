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
])('notes an error of the call "%s" with its app, release and composition', (call, kind) => {
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

test('notes errors of releases that are or were live, and of no other', () => {
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

test.each(['page', 'stale', 'island'] as const)('does not note a busy render process (%s)', (kind) => {
  const { failures, noted } = setUp();
  const error = gatewayErrors.RENDER_BUSY();
  expect(
    failures.noticed({ kind, app: 'docs', digest: 'd1', what: 'fragment docs.home', error }),
  ).toBeUndefined();
  expect(noted).toEqual([]);
});

test('notes a failed page with the reason for the operator', () => {
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

test('notes the end of a render process with its app', () => {
  const { failures, noted } = setUp();
  failures.ended({ app: 'docs', digest: 'd1', reason: 'it used too much memory', isListed: true });
  expect(noted).toMatchObject([{ kind: 'process', message: 'it used too much memory' }]);
});

test('marks errors of unlisted addresses, and does not note a process that they ended', () => {
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
