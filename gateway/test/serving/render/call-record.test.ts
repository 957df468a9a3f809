import { expect, test } from 'vitest';
import { recordReply } from '../../../src/serving/render/call-record.ts';
import { callRecord } from '../../fixtures/call-record.ts';

const replyOf = (text: string) => ({ ok: true as const, status: 200, headers: {}, text });

test('stores the reply to each question', () => {
  const record = callRecord();
  recordReply(record, { path: '/a' }, replyOf('one'));
  recordReply(record, { path: '/b' }, { ok: false, code: 'UPSTREAM_TIMEOUT', message: 'late' });
  expect([...record.replies!.keys()]).toEqual(['{"path":"/a"}', '{"path":"/b"}']);
  expect(record.size).toBe(2 * 13 + 3 + 4);
});

test('drops all replies over 1 MB', () => {
  const record = callRecord();
  recordReply(record, { path: '/a' }, replyOf('x'.repeat(700_000)));
  recordReply(record, { path: '/b' }, replyOf('x'.repeat(700_000)));
  expect(record.replies).toBeUndefined();
  recordReply(record, { path: '/c' }, replyOf('x'));
  expect(record.replies).toBeUndefined();
});
