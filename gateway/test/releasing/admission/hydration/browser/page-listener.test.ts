import vm from 'node:vm';
import { expect, test } from 'vitest';
import {
  BINDING,
  PAGE_LISTENER,
} from '../../../../../src/releasing/admission/hydration/browser/page-listener.ts';

/** A page with the listener. @returns what it tells. */
function openPage() {
  const told: unknown[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const page = {
    [BINDING]: (text: string) => told.push(JSON.parse(text)),
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    console: {} as Record<string, (...values: unknown[]) => void>,
  };
  vm.runInNewContext(PAGE_LISTENER, page);
  return { told, page, dispatch: (type: string, event: object = {}) => listeners.get(type)!(event) };
}
const boom = { message: 'boom', stack: 'Error: boom\n    at x' };

test.each([
  ['that it is hydrated', 'platform:hydrated', {}, { state: 'hydrated' }],
  ['that its scripts are off', 'platform:off', {}, { state: 'off' }],
  ['of what nobody caught', 'error', { error: boom }, { note: { kind: 'uncaught', ...boom } }],
  ['of a rejection', 'unhandledrejection', { reason: boom }, { note: { kind: 'rejection', ...boom } }],
  [
    'of a reason that is text',
    'unhandledrejection',
    { reason: 'x' },
    { note: { kind: 'rejection', message: 'x', stack: '' } },
  ],
])('the page tells %s', (_, type, event, expected) => {
  const { told, dispatch } = openPage();
  dispatch(type, event);
  expect(told).toEqual([expected]);
});

test('it tells of errors on the console, and of no other text', () => {
  const { told, page } = openPage();
  for (const level of ['error', 'warn', 'log', 'info', 'debug', 'trace']) page.console[level]!('text', boom);
  expect(told).toEqual([{ note: { kind: 'console', ...boom } }, { note: { kind: 'console', ...boom } }]);
});

test('it says no more of an error than fits, whatever the error is', () => {
  const { told, dispatch } = openPage();
  dispatch('error', { error: { message: 'x'.repeat(9_000), stack: 'y'.repeat(9_000) } });
  dispatch('error', { error: { message: { toString: () => { throw new Error('no'); } } } }); // prettier-ignore
  const notes = told as { note: { message: string; stack: string } }[];
  expect(notes.map(({ note }) => [note.message.length, note.stack.length])).toEqual([
    [500, 4_000],
    [0, 0],
  ]);
});

test('the page itself cannot tell anything', () => {
  expect(openPage().page).not.toHaveProperty(BINDING);
});
