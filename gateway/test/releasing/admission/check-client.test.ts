import { expect, test } from 'vitest';
import { checkClientFiles, client } from '../../fixtures/client-check.ts';

test('styles of the app pass, and files that passed are not read a second time', async () => {
  const own = client('page.0000000003.css', '@layer remotes.docs { .docs_a { color: red } }');
  const { findings, read, readAgain } = await checkClientFiles(own);
  expect([findings, read > 0, readAgain]).toEqual([[], true, 0]);
});

test('no file is read after the end of the admission', async () => {
  const { findings, read } = await checkClientFiles(
    client('page.0000000003.css', 'h1 { color: red }'),
    AbortSignal.abort(),
  );
  expect([findings, read]).toEqual([[], 0]);
});
