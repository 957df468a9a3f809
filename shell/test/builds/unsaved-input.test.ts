// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { createUnsavedInput } from '../../src/builds/unsaved-input.ts';

beforeEach(() => document.body.replaceChildren());

function setUp(typed = true) {
  const state = { typed };
  const update = createUnsavedInput(document, new Set([() => state.typed]));
  const dialogs = () => [...document.querySelectorAll('dialog')];
  const press = (label: string) =>
    [...dialogs()[0]!.querySelectorAll('button')].find(({ textContent }) => textContent === label)!.click();
  return { state, update, dialogs, press };
}

describe('the update to a newer build', () => {
  it('happens without a question if nothing is typed', async () => {
    const { update, dialogs } = setUp(false);
    expect([await update(), dialogs()]).toEqual(['document', []]);
  });

  it('happens if the visitor agrees, with one question for concurrent clicks', async () => {
    const { update, dialogs, press } = setUp();
    const answers = [update(), update()];
    expect(dialogs().map((dialog) => [dialog.open, dialog.getAttribute('aria-label')])).toEqual([
      [true, 'This site has a newer version'],
    ]);
    press('Load it and go on');
    expect([await Promise.all(answers), dialogs()]).toEqual([['document', 'document'], []]);
  });

  it.each([
    ['refuses', ({ press }: ReturnType<typeof setUp>) => press('Stay here')],
    ['closes the dialog otherwise', ({ dialogs }: ReturnType<typeof setUp>) => dialogs()[0]!.close()],
  ])('is cancelled if the visitor %s, without another question until the form is sent', async (_, answer) => {
    const page = setUp();
    const first = page.update();
    answer(page);
    expect([await first, await page.update(), page.dialogs()]).toEqual(['cancel', null, []]);
    page.state.typed = false;
    expect(await page.update()).toBe('document');
  });
});
