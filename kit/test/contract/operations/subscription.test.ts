import { expect, it } from 'vitest';
import { TEAM_DEFAULT_EVENTS, TEAM_EVENTS } from '../../../src/contract/operations/subscription.ts';

it('offers teams no events of the whole site or of its operators', () => {
  for (const type of ['frozen', 'unfrozen', 'unexplained-ends', 'file-damaged'])
    expect(TEAM_EVENTS).not.toContain(type);
  expect(TEAM_EVENTS).toContain('retired');
  expect(new Set(TEAM_DEFAULT_EVENTS).difference(new Set(TEAM_EVENTS))).toEqual(new Set());
});

it('sends what visitors typed only where a team names it', () => {
  expect(TEAM_EVENTS).toContain('entry');
  expect(TEAM_DEFAULT_EVENTS).not.toContain('entry');
});
