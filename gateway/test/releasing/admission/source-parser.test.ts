import { expect, onTestFinished, test } from 'vitest';
import { createSourceParser, SCRIPT_LENGTH } from '../../../src/releasing/admission/source-parser.ts';

function openParser(timeoutMs = 60_000) {
  const parser = createSourceParser(timeoutMs);
  onTestFinished(parser.end);
  return parser;
}

test('a script that takes too long is refused', async () => {
  const slow = openParser(1).script(`${'['.repeat(2_000)}${'1,'.repeat(2_000_000)}`);
  expect(await slow).toEqual({ ok: false, reason: 'it cannot be read: it takes longer than 1 ms' });
});

test('parsing a large script does not block the event loop', async () => {
  const parser = openParser();
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  onTestFinished(() => clearInterval(ticking));
  await parser.script(`[${'1,'.repeat(1_000_000)}]`);
  expect(turns).toBeGreaterThan(3);
});

test('a script that is nested too deeply or too long is refused, and the parser continues', async () => {
  const parser = openParser();
  expect(await parser.script('('.repeat(1_000_000))).toMatchObject({ ok: false });
  expect(await parser.script(' '.repeat(SCRIPT_LENGTH + 1))).toMatchObject({ ok: false });
  expect(await parser.script('export {}')).toEqual({ ok: true, imports: [], needs: [] });
});

test('a script that is being parsed when the parser ends is refused', async () => {
  const parser = openParser();
  const read = parser.script(`[${'1,'.repeat(2_000_000)}]`);
  await Promise.resolve();
  parser.end();
  expect(await read).toEqual({ ok: false, reason: 'it cannot be read: the thread has ended' });
});

test('a stylesheet is parsed in the thread, and a selector outside of the app is reported with its line', async () => {
  const parser = openParser();
  const css = '@layer remotes.docs {\n.docs_a { color: red }\nh1 { color: red }\n}';
  expect(await parser.styles(css, 'docs', [])).toEqual([
    { line: 3, reason: expect.stringContaining('the selector h1') },
  ]);
  expect(await parser.styles('a'.repeat(1_000_001), 'docs', [])).toEqual([
    { line: 1, reason: 'it is longer than 1000000 characters' },
  ]);
});
