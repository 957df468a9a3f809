import { expect, test } from 'vitest';
import { tracesUrl } from '../../../src/platform/settings/trace-settings.ts';

test.each(['http://collector:4318', 'http://collector:4318/'])('%s takes traces below it', (endpoint) =>
  expect(tracesUrl(endpoint)).toBe('http://collector:4318/v1/traces'),
);
