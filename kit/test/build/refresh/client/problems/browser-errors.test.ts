import { expect, it, vi } from 'vitest';
import {
  type BrowserErrorsPorts,
  watchBrowserErrors,
} from '../../../../../src/build/refresh/client/problems/browser-errors.ts';

function watch() {
  const window = new EventTarget();
  const write = vi.fn<(...values: unknown[]) => void>();
  const console = { error: write };
  const onError = vi.fn<BrowserErrorsPorts['onError']>();
  watchBrowserErrors({ window, console, onError });
  return { window, write, console, onError };
}
const thrown = new Error('boom');

it.each([
  ['an error', 'error', { error: thrown, message: 'Uncaught Error: boom' }, thrown],
  [
    'one that has no more than a message',
    'error',
    { error: null, message: 'Script error.' },
    'Script error.',
  ],
  ['a rejection', 'unhandledrejection', { reason: thrown }, thrown],
])('hears of %s that nobody catches', (_, type, fields, expected) => {
  const { window, onError } = watch();
  window.dispatchEvent(Object.assign(new Event(type), fields));
  expect(onError).toHaveBeenCalledExactlyOnceWith(expected);
});

it('hears of an error in the console, with the components that React names, and lets it be written', () => {
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
