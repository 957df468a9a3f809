import { expect, test } from 'vitest';
import { createFrameReader } from '../../src/render/answer-frames.ts';

function frame(head: unknown, html = ''): Buffer {
  const [first, second] = [Buffer.from(JSON.stringify(head)), Buffer.from(html)];
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(first.length, 0);
  lengths.writeUInt32LE(second.length, 4);
  return Buffer.concat([lengths, first, second]);
}

const FRAMES: { head: unknown; html: string }[] = [
  { head: { id: 1, ok: true }, html: '<p>“Quoted” – \u{1F680}</p>' },
  { head: { id: 2, type: 'read' }, html: '' },
  { head: { id: 3, ok: true, result: ['é'] }, html: 'x'.repeat(70_000) },
];

test.each([1, 3, 7, 8, 1_000, 1_000_000])('frames arrive whole in chunks of %i bytes', (size) => {
  const bytes = Buffer.concat(FRAMES.map(({ head, html }) => frame(head, html)));
  const found: object[] = [];
  const read = createFrameReader((one) => found.push({ ...one, html: String(one.html) }));
  for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
  const whole = FRAMES.map((one) => ({ ...one, headBytes: Buffer.byteLength(JSON.stringify(one.head)) }));
  expect(found).toEqual(whole);
});

test.each([
  ['JSON', 16 * 1024 * 1024 + 1, 0],
  ['HTML', 2, 16 * 1024 * 1024 + 1],
])('%s over the limit is refused before its bytes are held', (_, headBytes, htmlBytes) => {
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(headBytes, 0);
  lengths.writeUInt32LE(htmlBytes, 4);
  expect(() => createFrameReader(() => {})(lengths)).toThrow(/too large/);
});

test('a reader of small answers takes no more than it was told', () => {
  const bytes = frame({ id: 1, outcome: 'x'.repeat(200) });
  expect(() => createFrameReader(() => {}, 100)(bytes)).toThrow(/too large/);
});

test('a head that is no JSON is refused', () => {
  const bytes = frame({ id: 1 });
  bytes[8] = 0x21;
  expect(() => createFrameReader(() => {})(bytes)).toThrow(SyntaxError);
});

test('HTML has memory of its own: whoever keeps it keeps nothing of what came beside it', () => {
  const found: Buffer[] = [];
  const read = createFrameReader(({ html }) => found.push(html));
  read(Buffer.concat([frame({ id: 1 }, 'x'.repeat(70_000)), frame({ id: 2 }, '<p>small</p>')]));
  expect(found.map(({ buffer }) => buffer.byteLength)).toEqual([70_000, 12]);
});
