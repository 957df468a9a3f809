import { expect, test } from 'vitest';
import { createFrameReader } from '../../../src/platform/runtime/message-frames.ts';

function frame(head: unknown, html = '', data = '', facts = ''): Buffer {
  const parts = [JSON.stringify(head), html, data, facts].map((text) => Buffer.from(text));
  return Buffer.concat([lengthsOf(...parts.map(({ length }) => length)), ...parts]);
}

function lengthsOf(...parts: number[]): Buffer {
  const lengths = Buffer.alloc(16);
  parts.forEach((length, part) => lengths.writeUInt32LE(length, 4 * part));
  return lengths;
}

const FRAMES: { head: unknown; html: string; data: string; facts: string }[] = [
  {
    head: { id: 1, ok: true },
    html: '<p>“Quoted” – \u{1F680}</p>',
    data: '{"a":"“é”"}',
    facts: '{"b":"“é”"}',
  },
  { head: { id: 2, type: 'read' }, html: '', data: '', facts: '' },
  { head: { id: 3, ok: true, result: ['é'] }, html: 'x'.repeat(70_000), data: '', facts: '{}' },
  { head: { id: 4, ok: true }, html: '', data: `"${'x'.repeat(70_000)}"`, facts: '' },
];

test.each([1, 3, 7, 8, 1_000, 1_000_000])('frames are reassembled from chunks of %i bytes', (size) => {
  const bytes = Buffer.concat(FRAMES.map(({ head, html, data, facts }) => frame(head, html, data, facts)));
  const found: object[] = [];
  const read = createFrameReader((one) =>
    found.push({ ...one, html: String(one.html), data: String(one.data), facts: String(one.facts) }),
  );
  for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
  const whole = FRAMES.map((one) => ({ ...one, headBytes: Buffer.byteLength(JSON.stringify(one.head)) }));
  expect(found).toEqual(whole);
});

const TOO_MUCH = 16 * 1024 * 1024 + 1;
test.each([
  ['JSON', [TOO_MUCH, 0, 0, 0]],
  ['HTML', [2, TOO_MUCH, 0, 0]],
  ['data', [2, 0, TOO_MUCH, 0]],
  ['facts', [2, 0, 0, TOO_MUCH]],
])('%s over the limit is refused before its bytes arrive', (_, lengths) => {
  expect(() => createFrameReader(() => {})(lengthsOf(...lengths))).toThrow(/too large/);
});

test('a head of more than 50,000 values is refused before it is parsed', () => {
  const names = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`name${index}`, 1]));
  expect(() => createFrameReader(() => {})(frame({ id: 1, result: names }))).toThrow(
    /more than 50000 values/,
  );
});

test('small frames use the same memory, and a large one has its own', () => {
  const found: Buffer[] = [];
  const read = createFrameReader(({ html }) => found.push(html));
  for (const html of ['<p>a</p>', 'x'.repeat(600_000), '<p>b</p>']) read(frame({ id: 1 }, html));
  const [first, large, last] = found.map(({ buffer }) => buffer);
  expect(last).toBe(first);
  expect(large).not.toBe(first);
});
