import { expect, test, vi } from 'vitest';
import { createEditor, type EditorPorts } from '../../../../src/observing/errors/development/editor.ts';

const sources = {
  find: async (app: string, file: string) => (app === 'blog' ? `/apps/blog/${file}` : undefined),
};
const place = { file: 'src/list.tsx', line: 12 };

test('opens a source at its line, in the editor that is set', async () => {
  const launch = vi.fn<EditorPorts['launch']>();
  await createEditor({ sources, editor: 'code -w', launch, tell: () => {} }).open('blog', place);
  expect(launch).toHaveBeenCalledExactlyOnceWith(
    '/apps/blog/src/list.tsx:12',
    'code -w',
    expect.any(Function),
  );
});

test('starts nothing for what is no source', async () => {
  const launch = vi.fn<EditorPorts['launch']>();
  const opening = createEditor({ sources, editor: 'code', launch, tell: () => {} }).open('legal', place);
  await expect(opening).rejects.toMatchObject({ code: 'GW_SOURCE_UNKNOWN' });
  expect(launch).not.toHaveBeenCalled();
});

test('says what to set where no editor starts', async () => {
  const told: string[] = [];
  const editor = createEditor({
    sources,
    editor: undefined,
    launch: (_place, _editor, failed) => failed(),
    tell: (text) => void told.push(text),
  });
  await expect(editor.open('blog', place)).rejects.toMatchObject({ code: 'GW_EDITOR_MISSING' });
  expect(told.join('')).toContain('LAUNCH_EDITOR');
});
