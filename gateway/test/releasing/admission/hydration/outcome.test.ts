import { describe, expect, test } from 'vitest';
import {
  failureOf,
  parseExposesOutcome,
  parsePageOutcome,
} from '../../../../src/releasing/admission/hydration/outcome.ts';

const outcome = (more: object = {}) => parsePageOutcome({ state: 'hydrated', notes: [], ...more })!;
const note = (message: string, kind = 'uncaught') => ({ kind, message });
const difference = { where: 'main > p', server: '“a”', browser: '“b”' };

describe('parsing the untrusted outcome of a process', () => {
  test.each([
    ['undefined', undefined],
    ['an unknown state', { state: 'fine', notes: [] }],
    ['too many notes', { state: 'hydrated', notes: Array.from({ length: 1_000 }, () => note('a')) }],
    ['a message that is too long', { state: 'hydrated', notes: [note('a'.repeat(10_000))] }],
  ])('refuses %s', (_, given) => expect(parsePageOutcome(given)).toBeUndefined());

  test('refuses a failed container without a name or reason', () => {
    expect(parseExposesOutcome({ failed: [{ app: 'docs' }] })).toBeUndefined();
    const failed = [{ app: 'docs', what: './pages/home', kind: 'exposes', message: 'boom' }];
    expect(parseExposesOutcome({ failed })).toEqual({ failed });
  });
});

describe('the failure of a page', () => {
  test.each([
    [{ notes: [note('boom')] }, 'boom'],
    [{ notes: [note('boom', 'rejection')] }, 'an unhandled rejection: boom'],
    [{ state: 'off' }, 'its scripts could not be loaded'],
    [{ state: 'off', notes: [note('gone', 'console')] }, 'gone'],
    [{ state: 'late' }, 'it does not hydrate'],
    [{ reported: true }, 'it reports a failure'],
    [{ restless: true }, 'it renders again and again without end'],
    [
      { notes: [note('Minified React error #418; visit …', 'console')] },
      'the HTML of the server is not what the browser renders',
    ],
    [
      { notes: [note('Minified React error #418; visit …', 'console')], difference },
      'the HTML differs first in main > p: the server has “a”, the browser “b”',
    ],
  ])('with the outcome %j is "%s"', (given, reason) =>
    expect(failureOf(outcome(given))?.reason).toBe(reason),
  );
});

test('a page that hydrates without an error or a difference has no failure', () => {
  expect(failureOf(outcome())).toBeUndefined();
});
