import { expect, it } from 'vitest';
import { jsonText } from '../../../src/cli/output/json-text.ts';

it('gives moments in ISO 8601, and everything else as it is', () => {
  const value = {
    at: 0,
    until: null,
    receivedAt: 1,
    liveUntil: 2,
    routes: 3,
    nested: [{ at: 4, format: 5 }],
  };
  expect(JSON.parse(jsonText(value))).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    until: null,
    receivedAt: '1970-01-01T00:00:00.001Z',
    liveUntil: '1970-01-01T00:00:00.002Z',
    routes: 3,
    nested: [{ at: '1970-01-01T00:00:00.004Z', format: 5 }],
  });
});
