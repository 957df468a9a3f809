import { islandToken, lateToken } from '@voltframe/kit/contract/page/late-tokens';
import { expect, test } from 'vitest';
import {
  fillPieces,
  HtmlBytes,
  joinPieces,
  JsonBytes,
  withLastMember,
} from '../../../src/serving/responses/page-bytes.ts';

const YEAR = lateToken('year');
const filled = (html: string, values: Parameters<typeof fillPieces>[1]) =>
  String(joinPieces(fillPieces(HtmlBytes.of(html), values)));

test('fillPieces replaces each marker by text or pieces, and keeps others as text', () => {
  const html = `${YEAR}<p>“é”</p>${islandToken('Card_1')}${lateToken('title')}${YEAR}`;
  const values: Record<string, string | (string | Buffer)[]> = {
    year: '2026',
    'island:Card_1': ['<b>', Buffer.from('–'), '</b>'],
  };
  expect(filled(html, (name) => values[name])).toBe('2026<p>“é”</p><b>–</b>&#xE000;title&#xE000;2026');
});

test('fillPieces does not search values for markers, and keeps a lone one as text', () => {
  expect(filled(`a${YEAR}b\uE000`, () => YEAR)).toBe(`a${YEAR}b&#xE000;`);
});

test.each([
  ['a large island, inserted a thousand times', 1_000, 'x'.repeat(100_000)],
  ['an empty value, inserted a million times', 1_000_000, ''],
])('fillPieces refuses %s', (_, times, value) => {
  expect(() => filled(YEAR.repeat(times), () => value)).toThrow(/too large/);
});

test('HtmlBytes replaces invalid UTF-8', () => {
  const html = new HtmlBytes(Buffer.from([0x61, 0xff, 0xe2, 0x80]));
  expect(html.bytes).toEqual(Buffer.from('a\uFFFD\uFFFD'));
});

test('HtmlBytes is a string in JSON, and the same HTML when it is parsed', () => {
  const html = HtmlBytes.of('<p>“é”</p>');
  expect(JSON.stringify({ html })).toBe('{"html":"<p>“é”</p>"}');
  expect(HtmlBytes.of(JSON.parse(JSON.stringify(html)) as string).bytes).toEqual(html.bytes);
  expect(HtmlBytes.of(html)).toBe(html);
});

test('joinPieces joins text and bytes in order as UTF-8', () => {
  const [high, low] = ['\ud83d', '\ude00'];
  const pieces = ['ä', Buffer.from('–'), '', Buffer.from(''), high, low, Buffer.from('€'), 'z'];
  expect(joinPieces(pieces).toString()).toBe('ä–\u{1f600}€z');
  expect(joinPieces([])).toEqual(Buffer.alloc(0));
});

test('JsonBytes does not change its bytes', () => {
  const bytes = Buffer.from('{ "a": "“é” <b>" }');
  const data = new JsonBytes(bytes);
  expect([data.bytes, data.inScript]).toEqual([bytes, bytes]);
});

test.each(['</script><script>alert(1)', '</ScRiPt>', '<!-- <script>', '<!--</ScRiPt><p>é'.repeat(30_000)])(
  'JsonBytes escapes %s in a script',
  (text) => {
    const data = JsonBytes.of({ text });
    expect(String(data.inScript)).not.toMatch(/<(?:!--|\/?script)/i);
    expect(JSON.parse(String(data.inScript))).toEqual({ text });
    expect(JSON.parse(String(data))).toEqual({ text });
  },
);

test.each([
  ['invalid JSON', '{"a":1}},"site":{', /no JSON/],
  ['an empty text', '', /no JSON/],
  ['JSON of 65 levels', '['.repeat(65) + ']'.repeat(65), /nested/],
])('JsonBytes refuses %s', (_, text, reason) => {
  expect(() => new JsonBytes(Buffer.from(text))).toThrow(reason);
});

test('JsonBytes replaces invalid UTF-8', () => {
  const data = new JsonBytes(Buffer.from([0x22, 0xff, 0x22]));
  expect(String(data)).toBe('"\uFFFD"');
  expect(data.bytes).toEqual(Buffer.from('"\uFFFD"'));
});

test('JsonBytes is a value in JSON, and the same data when it is parsed', () => {
  const data = JsonBytes.of({ a: ['“é”'] });
  const written = JSON.stringify({ data });
  expect(written).toBe('{"data":{"a":["“é”"]}}');
  expect(JsonBytes.of((JSON.parse(written) as { data: unknown }).data).bytes).toEqual(data.bytes);
  expect(JsonBytes.of(data)).toBe(data);
  expect(String(JsonBytes.of(undefined))).toBe('null');
});

test('withLastMember appends a member to the last object', () => {
  const data = Buffer.from('[1]');
  const written = (json: string, depth: number) =>
    String(joinPieces(withLastMember(json, depth, 'data', data)));
  expect(written('{"a":1}', 1)).toBe('{"a":1,"data":[1]}');
  expect(written('{"a":1,"page":{"b":{}}}', 2)).toBe('{"a":1,"page":{"b":{},"data":[1]}}');
});
