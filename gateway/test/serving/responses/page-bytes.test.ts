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

test('every marker is filled, by text and by pieces, and one without a value is taken out', () => {
  const html = `${YEAR}<p>“é”</p>${islandToken('Card_1')}${lateToken('title')}${YEAR}`;
  const values: Record<string, string | (string | Buffer)[]> = {
    year: '2026',
    'island:Card_1': ['<b>', Buffer.from('–'), '</b>'],
  };
  expect(filled(html, (name) => values[name])).toBe('2026<p>“é”</p><b>–</b>2026');
});

test('what is put in is not searched for markers, and a lone one stays', () => {
  expect(filled(`a${YEAR}b\uE000`, () => YEAR)).toBe(`a${YEAR}b\uE000`);
});

test.each([
  ['a large island a thousand times', 1_000, 'x'.repeat(100_000)],
  ['nothing a million times', 1_000_000, ''],
])('%s makes no document', (_, times, value) => {
  expect(() => filled(YEAR.repeat(times), () => value)).toThrow(/too large/);
});

test('bytes that are no UTF-8 are replaced', () => {
  const html = new HtmlBytes(Buffer.from([0x61, 0xff, 0xe2, 0x80]));
  expect(html.bytes).toEqual(Buffer.from('a\uFFFD\uFFFD'));
});

test('HTML is text where it is written as JSON, and the same HTML when that is read', () => {
  const html = HtmlBytes.of('<p>“é”</p>');
  expect(JSON.stringify({ html })).toBe('{"html":"<p>“é”</p>"}');
  expect(HtmlBytes.of(JSON.parse(JSON.stringify(html)) as string).bytes).toEqual(html.bytes);
  expect(HtmlBytes.of(html)).toBe(html);
});

test('pieces are joined in their order as UTF-8, whatever lies beside what', () => {
  const [high, low] = ['\ud83d', '\ude00'];
  const pieces = ['ä', Buffer.from('–'), '', Buffer.from(''), high, low, Buffer.from('€'), 'z'];
  expect(joinPieces(pieces).toString()).toBe('ä–\u{1f600}€z');
  expect(joinPieces([])).toEqual(Buffer.alloc(0));
});

test('data goes out as the bytes that it came as', () => {
  const bytes = Buffer.from('{ "a": "“é” <b>" }');
  const data = new JsonBytes(bytes);
  expect([data.bytes, data.inScript]).toEqual([bytes, bytes]);
});

test.each(['</script><script>alert(1)', '</ScRiPt>', '<!-- <script>', '<!--</ScRiPt><p>é'.repeat(30_000)])(
  'data that says %s stays data in a document',
  (text) => {
    const data = JsonBytes.of({ text });
    expect(String(data.inScript)).not.toMatch(/<(?:!--|\/?script)/i);
    expect(JSON.parse(String(data.inScript))).toEqual({ text });
    expect(JSON.parse(String(data))).toEqual({ text });
  },
);

test.each([
  ['no JSON', '{"a":1}},"site":{', /no JSON/],
  ['nothing', '', /no JSON/],
  ['lists in lists without end', '['.repeat(65) + ']'.repeat(65), /nested/],
])('%s is no data', (_, text, reason) => {
  expect(() => new JsonBytes(Buffer.from(text))).toThrow(reason);
});

test('bytes that are no UTF-8 are replaced', () => {
  const data = new JsonBytes(Buffer.from([0x22, 0xff, 0x22]));
  expect(String(data)).toBe('"\uFFFD"');
  expect(data.bytes).toEqual(Buffer.from('"\uFFFD"'));
});

test('data is a value where it is written as JSON, and the same data when that is read', () => {
  const data = JsonBytes.of({ a: ['“é”'] });
  const written = JSON.stringify({ data });
  expect(written).toBe('{"data":{"a":["“é”"]}}');
  expect(JsonBytes.of((JSON.parse(written) as { data: unknown }).data).bytes).toEqual(data.bytes);
  expect(JsonBytes.of(data)).toBe(data);
  expect(String(JsonBytes.of(undefined))).toBe('null');
});

test('data is put at the end of the object that a text ends with', () => {
  const data = Buffer.from('[1]');
  const written = (json: string, depth: number) =>
    String(joinPieces(withLastMember(json, depth, 'data', data)));
  expect(written('{"a":1}', 1)).toBe('{"a":1,"data":[1]}');
  expect(written('{"a":1,"page":{"b":{}}}', 2)).toBe('{"a":1,"page":{"b":{},"data":[1]}}');
});
