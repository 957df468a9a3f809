import { expect, it } from 'vitest';
import { outcomeText, type ReplayOutcome } from '../../../src/contract/operations/replay.ts';

it.each<[ReplayOutcome, string]>([
  [{ type: 'answered' }, 'answered'],
  [{ type: 'failed', reason: 'late is not defined', frames: [] }, 'failed: late is not defined'],
  [{ type: 'untried', reason: 'no memory' }, 'untried: no memory'],
])('prints %j', (outcome, text) => {
  expect(outcomeText(outcome)).toBe(text);
});
