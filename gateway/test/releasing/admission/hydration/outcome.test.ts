import { describe, expect, test } from 'vitest';
import {
  failureOf,
  parseExposesOutcome,
  parsePageOutcome,
} from '../../../../src/releasing/admission/hydration/outcome.ts';

const outcome = (more: object = {}) => parsePageOutcome({ state: 'hydrated', notes: [], ...more })!;
const note = (message: string, kind = 'uncaught') => ({ kind, message });
const difference = { where: 'main > p', server: '“a”', browser: '“b”' };

describe('the outcome of a process is untrusted', () => {
  test.each([
    ['nothing', undefined],
    ['another state', { state: 'fine', notes: [] }],
    ['notes without end', { state: 'hydrated', notes: Array.from({ length: 1_000 }, () => note('a')) }],
    ['a message without end', { state: 'hydrated', notes: [note('a'.repeat(10_000))] }],
  ])('%s is no outcome', (_, said) => expect(parsePageOutcome(said)).toBeUndefined());

  test('containers that fail have a name and a reason', () => {
    expect(parseExposesOutcome({ failed: [{ app: 'docs' }] })).toBeUndefined();
    const failed = [{ app: 'docs', what: './pages/home', kind: 'exposes', message: 'boom' }];
    expect(parseExposesOutcome({ failed })).toEqual({ failed });
  });
});

describe('a page fails', () => {
  test.each([
    [{ notes: [note('boom')] }, 'boom'],
    [{ notes: [note('boom', 'rejection')] }, 'an unhandled rejection: boom'],
    [{ state: 'off' }, 'its scripts could not be loaded'],
    [{ state: 'off', notes: [note('gone', 'console')] }, 'gone'],
    [{ state: 'late' }, 'it does not hydrate'],
    [{ reports: ['{}'] }, 'it reports a failure'],
    [{ restless: true }, 'it renders again and again without end'],
    [
      { notes: [note('Minified React error #418; visit …', 'console')] },
      'the HTML of the server is not what the browser renders',
    ],
    [
      { notes: [note('Minified React error #418; visit …', 'console')], difference },
      'the HTML differs first in main > p: the server has “a”, the browser “b”',
    ],
  ])('%j', (said, reason) => expect(failureOf(outcome(said))?.reason).toBe(reason));
});

test('a page that hydrates without an error and without a difference passes', () => {
  expect(failureOf(outcome())).toBeUndefined();
});
