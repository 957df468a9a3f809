import { describe, expect, it } from 'vitest';
import { createUnsavedInput } from '../../src/builds/unsaved-input.ts';

function setUp({ typed = true, answer = false } = {}) {
  const state = { typed, questions: 0 };
  const reports = new Set([() => state.typed]);
  const unsaved = createUnsavedInput(reports, async () => {
    state.questions++;
    return answer;
  });
  return { state, unsaved, removeForm: () => reports.clear() };
}

describe('the update to a newer build', () => {
  it('happens without a question if nothing is typed', async () => {
    const { unsaved, state } = setUp({ typed: false });
    expect([await unsaved.update(), state.questions]).toEqual(['document', 0]);
  });

  it('happens if the visitor agrees', async () => {
    expect(await setUp({ answer: true }).unsaved.update()).toBe('document');
  });

  it('is cancelled if the visitor refuses, without another question at later clicks', async () => {
    const { unsaved, state } = setUp();
    expect([await unsaved.update(), await unsaved.update(), await unsaved.update(), state.questions]).toEqual(
      ['cancel', null, null, 1],
    );
  });

  it('happens after a refusal once the form is sent', async () => {
    const { unsaved, state } = setUp();
    await unsaved.update();
    state.typed = false;
    expect(await unsaved.update()).toBe('document');
  });

  it('asks one question for concurrent clicks', async () => {
    const { unsaved, state } = setUp({ answer: true });
    const answers = [unsaved.update(), unsaved.update()];
    expect([await Promise.all(answers), state.questions]).toEqual([['document', 'document'], 1]);
  });

  it('ignores a removed form', async () => {
    const { unsaved, removeForm } = setUp();
    removeForm();
    expect(await unsaved.update()).toBe('document');
  });
});
