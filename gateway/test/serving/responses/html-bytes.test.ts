import { islandToken, lateToken } from '@voltframe/kit/contract/page/late-tokens';
import { expect, test } from 'vitest';
import { fillPieces, HtmlBytes, joinPieces } from '../../../src/serving/responses/html-bytes.ts';

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
