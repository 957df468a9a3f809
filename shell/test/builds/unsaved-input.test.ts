import { describe, expect, it } from 'vitest';
import { createUnsavedInput } from '../../src/builds/unsaved-input.ts';

function setUp({ typed = true, answer = false } = {}) {
  const state = { typed, asked: 0 };
  const reports = new Set([() => state.typed]);
  const unsaved = createUnsavedInput(reports, async () => {
    state.asked++;
    return answer;
  });
  return { state, unsaved, end: () => reports.clear() };
}

describe('a newer build that is to be loaded', () => {
  it('is loaded without a question when nothing is typed', async () => {
    const { unsaved, state } = setUp({ typed: false });
    expect([await unsaved.update(), state.asked]).toEqual(['document', 0]);
  });

  it('is loaded when the visitor says so', async () => {
    expect(await setUp({ answer: true }).unsaved.update()).toBe('document');
  });

  it('is not loaded when the visitor refuses: the page stays, and they are not asked at every further click', async () => {
    const { unsaved, state } = setUp();
    expect([await unsaved.update(), await unsaved.update(), await unsaved.update(), state.asked]).toEqual([
      'cancel',
      null,
      null,
      1,
    ]);
  });

  it('is loaded after a refusal once what was typed is sent', async () => {
    const { unsaved, state } = setUp();
    await unsaved.update();
    state.typed = false;
    expect(await unsaved.update()).toBe('document');
  });

  it('is asked about once, however many clicks come meanwhile', async () => {
    const { unsaved, state } = setUp({ answer: true });
    const answers = [unsaved.update(), unsaved.update()];
    expect([await Promise.all(answers), state.asked]).toEqual([['document', 'document'], 1]);
  });

  it('is not held up by a form that is gone', async () => {
    const { unsaved, end } = setUp();
    end();
    expect(await unsaved.update()).toBe('document');
  });
});
