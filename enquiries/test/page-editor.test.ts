import { expect, onTestFinished, test } from 'vitest';
import { createWorkerThread } from '../../gateway/src/platform/runtime/worker-thread.ts';
import { createPageEditor, MOST_HTML } from '../src/page-editor.ts';
import { MISNESTED, PAGES } from './test-app.ts';

const site = { name: 'Site', separator: '|' };
const notice = { title: 'Sent', message: 'Thank you.' };
const state = { values: { email: 'ada' }, errors: {}, message: 'Not sent.' };

function openEditor() {
  const editor = createPageEditor(createWorkerThread);
  onTestFinished(editor.end);
  return editor;
}

test('fills a form and inserts a notice into documents', async () => {
  const { edit } = openEditor();
  expect(await edit({ html: PAGES['/']!, form: 'subscribe', state })).toContain('value="ada"');
  expect(await edit({ html: PAGES['/']!, notice, site })).toContain('<title>Sent | Site</title>');
  expect(await edit({ html: PAGES['/']!, form: 'contact', state })).toBeUndefined();
});

test('rejects only the edit of a document over a limit', async () => {
  const { edit } = openEditor();
  const hostile = edit({ html: MISNESTED, form: 'contact', state });
  const good = edit({ html: PAGES['/']!, form: 'subscribe', state });
  await expect(hostile).rejects.toThrow('more than 50000 elements');
  expect(await good).toContain('value="ada"');
  await expect(edit({ html: 'x'.repeat(MOST_HTML + 1), notice, site })).rejects.toThrow('longer than');
});

test('completes seventeen of forty concurrent edits, and rejects the others immediately', async () => {
  const { edit } = openEditor();
  const task = { html: PAGES['/']!, notice, site };
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => edit(task)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(17);
  expect(outcomes.at(-1)).toMatchObject({ reason: { message: '16 calls wait already' } });
});
