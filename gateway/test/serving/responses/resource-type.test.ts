import { expect, test } from 'vitest';
import { isResourceType } from '../../../src/serving/responses/resource-type.ts';

test.each([
  'application/atom+xml; charset=utf-8',
  'application/rss+xml;charset=UTF-8',
  'application/json',
  'text/plain',
  'text/calendar; charset=utf-8',
])('%s may be sent', (type) => {
  expect(isResourceType(type)).toBe(true);
});

test.each([
  'text/html',
  'TEXT/HTML; charset=utf-8',
  'text/html ; charset=utf-8',
  ' text/html',
  'text/html\t',
  'text/html, text/plain',
  'text/plain, text/html',
  'text/plain; charset=utf-8, text/html',
  'application/xhtml+xml',
  'image/svg+xml',
  'multipart/x-mixed-replace; boundary=a',
  'text',
  '',
  `text/${'x'.repeat(200)}`,
])('%j may not', (type) => {
  expect(isResourceType(type)).toBe(false);
});
