import { expect, test } from 'vitest';
import { upstreamKey } from '../../../src/serving/upstreams/upstream-answers.ts';
import { upstreamRequest } from '../../fixtures/cached-response.ts';

const request = upstreamRequest({ query: [['page', '2']] });

test.each([
  ['app', { app: 'legal' }],
  ['upstream', { upstream: 'search' }],
  ['path', { path: '/posts/2' }],
  ['query', { query: [['page', '3']] as [string, string][] }],
  ['query in the path', { path: '/posts?page=2', query: [] }],
])('upstreamKey depends on the %s', (_, other) => {
  expect(upstreamKey({ ...request, ...other })).not.toBe(upstreamKey(request));
});
