import { expect, it } from 'vitest';
import { TEAM_DEFAULT_EVENTS, TEAM_EVENTS } from '../../../src/contract/operations/subscription.ts';

it('lists no events of the site or of operators for teams', () => {
  for (const type of ['frozen', 'unfrozen', 'unexplained-ends', 'file-damaged'])
    expect(TEAM_EVENTS).not.toContain(type);
  expect(TEAM_EVENTS).toContain('retired');
  expect(new Set(TEAM_DEFAULT_EVENTS).difference(new Set(TEAM_EVENTS))).toEqual(new Set());
});

it('sends entries of visitors only to receivers that name them', () => {
  expect(TEAM_EVENTS).toContain('entry');
  expect(TEAM_DEFAULT_EVENTS).not.toContain('entry');
});
