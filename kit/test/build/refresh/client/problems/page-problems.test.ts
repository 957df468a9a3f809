import { expect, it, vi } from 'vitest';
import {
  createPageProblems,
  watchBrowserErrors,
} from '../../../../../src/build/refresh/client/problems/page-problems.ts';
import type { Problem } from '../../../../../src/contract/development/problem.ts';

const problem = (message: string): Problem => ({ app: 'blog', message });
const placed = { ...problem('boom'), place: { file: 'src/list.tsx', line: 3 } };

function open(
  answer: () => Promise<Response> = async () => ({ ok: true, json: async () => placed }) as Response,
) {
  let shown: Problem[] = [];
  const report = vi.fn<Parameters<typeof createPageProblems>[0]>(answer);
  const place = { path: '/blog' };
  const problems = createPageProblems(
    report,
    (known) => (shown = known),
    () => place.path,
  );
  return {
    problems,
    place,
    report,
    shown: () => shown,
    known: (all: Problem[]) => problems.known({ token: 't', problems: all }),
  };
}
/** Resolves after all pending promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const errorWith = (stack: string) => Object.assign(new Error('boom'), { stack });

it('shows the problems of builds and of the gateway until they are fixed', () => {
  const { problems, known, shown } = open();
  problems.build('blog', problem('syntax'));
  known([problem('loader')]);
  expect(shown()).toEqual([problem('syntax'), problem('loader')]);
  problems.build('blog', undefined);
  expect(shown()).toEqual([problem('loader')]);
  known([]);
  expect(shown()).toEqual([]);
});

it('shows type errors until they are fixed', () => {
  const { problems, known, shown } = open();
  problems.known({ app: 'blog', types: [problem('TS1'), problem('TS2')] });
  problems.known({ app: 'legal', types: [problem('TS3')] });
  known([problem('loader')]);
  problems.build('blog', problem('syntax'));
  expect(shown().map(({ message }) => message)).toEqual(['TS1', 'TS2', 'TS3', 'syntax', 'loader']);
  problems.known({ app: 'blog', types: [] });
  problems.build('blog', undefined);
  known([]);
  expect(shown()).toEqual([problem('TS3')]);
});

it('asks the gateway once for the source of an error, and removes the error with newer code', async () => {
  const { problems, known, report, shown } = open();
  known([]);
  const thrown = errorWith('Error: boom\n    at List (http://localhost/assets/blog/list.js:1:2)');
  problems.browser(thrown, '\n    at Bench');
  problems.browser(thrown);
  await settled();
  expect(shown()).toEqual([placed]);
  expect(report).toHaveBeenCalledExactlyOnceWith('t', {
    message: 'boom',
    stack: '\n    at Bench\n\n    at List (http://localhost/assets/blog/list.js:1:2)',
  });
  problems.renewed();
  expect(shown()).toEqual([]);
});

it('shows an error of server and browser once', async () => {
  const { problems, known, shown, report } = open();
  known([placed]);
  problems.browser(errorWith(''));
  await settled();
  expect(report).toHaveBeenCalledOnce();
  expect(shown()).toEqual([placed]);
});

it('shows an error with the message of the browser when the gateway does not answer', async () => {
  const { problems, known, shown } = open(() => Promise.reject(new TypeError('Failed to fetch')));
  known([]);
  problems.browser('half a thought');
  await settled();
  expect(shown()).toEqual([{ app: 'browser', message: 'half a thought', stack: [] }]);
});

it('reports no more than five errors of a page', async () => {
  const { problems, known, report } = open();
  known([]);
  for (let n = 0; n < 50; n++) problems.browser(`error ${n}`);
  await settled();
  expect(report).toHaveBeenCalledTimes(5);
});

it('shows the problem of a page on its addresses only, and errors of the browser until another page is shown', async () => {
  const { problems, known, shown, place } = open(() => Promise.reject(new TypeError('Failed to fetch')));
  const [everywhere, ofPost] = [problem('layout'), { ...problem('loader'), routes: ['/blog/:post'] }];
  known([everywhere, ofPost]);
  expect(shown()).toEqual([everywhere]);
  problems.browser('half a thought');
  await settled();
  problems.viewed();
  expect(shown().map(({ message }) => message)).toEqual(['layout', 'half a thought']);
  place.path = '/blog/first/';
  problems.viewed();
  expect(shown()).toEqual([everywhere, ofPost]);
  place.path = '/blog';
  problems.viewed();
  expect(shown()).toEqual([everywhere]);
});

function watch() {
  const window = new EventTarget();
  const write = vi.fn<(...values: unknown[]) => void>();
  const console = { error: write };
  const onError = vi.fn<Parameters<typeof watchBrowserErrors>[1]>();
  watchBrowserErrors({ window, console }, onError);
  return { window, write, console, onError };
}
const thrown = new Error('boom');

it.each([
  ['an error', 'error', { error: thrown, message: 'Uncaught Error: boom' }, thrown],
  ['an error with only a message', 'error', { error: null, message: 'Script error.' }, 'Script error.'],
  ['a rejection', 'unhandledrejection', { reason: thrown }, thrown],
])('reports %s that no code catches', (_, type, fields, expected) => {
  const { window, onError } = watch();
  window.dispatchEvent(Object.assign(new Event(type), fields));
  expect(onError).toHaveBeenCalledExactlyOnceWith(expected);
});

it('reports an error in the console with the components that React names, and still writes it', () => {
  const { console, write, onError } = watch();
  const calls = '\n    at Bench (http://localhost/assets/a.js:1:2)';
  console.error(thrown, calls);
  console.error('%o\n\n%s', thrown, 'The above error occurred');
  console.error('nothing thrown');
  expect(onError.mock.calls).toEqual([
    [thrown, calls],
    [thrown, undefined],
  ]);
  expect(write).toHaveBeenCalledTimes(3);
});
