import type { Token } from '@voltframe/kit/contract/operations/token';
import { expect, test } from 'vitest';
import {
  actionLink,
  findings,
  releaseLink,
  stateText,
  toneOf,
} from '../../../../src/releasing/operations/page/pieces.ts';

const team = { role: 'team', app: 'docs', name: 'docs CI' } as Token;

test('a team is offered what it may do, and nothing of another app', () => {
  expect(actionLink(team, 'pin', { app: 'docs' })).toMatchObject({
    text: expect.stringContaining('href="/-/do/pin?app=docs"'),
  });
  expect(actionLink(team, 'pin', { app: 'news' })).toBe(false);
});

test('a release leads to its page; none is a dash', () => {
  expect(releaseLink('docs', 'ab'.repeat(32)).text).toContain(`/-/apps/docs/releases/${'ab'.repeat(32)}"`);
  expect(releaseLink('docs', null).text).toBe('–');
});

test.each([
  ['waiting', 'warn', /waits for another app/],
  ['refused', 'bad', /^refused$/],
  ['admitted', 'plain', /^admitted$/],
] as const)('the state %s is told in words and by %s', (state, tone, words) => {
  expect([toneOf(state), stateText(state)]).toEqual([tone, expect.stringMatching(words)]);
});

test('without a finding nothing is said', () => {
  expect(findings([])).toBe(false);
});
