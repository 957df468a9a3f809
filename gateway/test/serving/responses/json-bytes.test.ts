import { expect, test } from 'vitest';
import { joinPieces } from '../../../src/serving/responses/html-bytes.ts';
import { JsonBytes, withLastMember } from '../../../src/serving/responses/json-bytes.ts';

test('data goes out as the bytes that it came as', () => {
  const bytes = Buffer.from('{ "a": "“é” <b>" }');
  const data = new JsonBytes(bytes);
  expect([data.bytes, data.inScript]).toEqual([bytes, bytes]);
});

test.each(['</script><script>alert(1)', '</ScRiPt>', '<!-- <script>'])(
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
