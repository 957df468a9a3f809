import { describe, expect, it } from 'vitest';
import { createUnsavedInput } from '../../src/builds/unsaved-input.ts';

function setUp({ typed = true, answer = false } = {}) {
  const state = { typed, asked: 0 };
  const reports = new Set([() => state.typed]);
  const unsaved = createUnsavedInput(reports, () => {
    state.asked++;
    return answer;
  });
  return { state, unsaved, end: () => reports.clear() };
}

describe('a newer build that is to be loaded', () => {
  it('is loaded without a question when nothing is typed', () => {
    const { unsaved, state } = setUp({ typed: false });
    expect([unsaved.update(), state.asked]).toEqual(['document', 0]);
  });

  it('is loaded when the visitor says so', () => {
    expect(setUp({ answer: true }).unsaved.update()).toBe('document');
  });

  it('is not loaded when the visitor refuses: the page stays, and they are not asked at every further click', () => {
    const { unsaved, state } = setUp();
    expect([unsaved.update(), unsaved.update(), unsaved.update(), state.asked]).toEqual([
      'cancel',
      null,
      null,
      1,
    ]);
  });

  it('is loaded after a refusal once what was typed is sent', () => {
    const { unsaved, state } = setUp();
    unsaved.update();
    state.typed = false;
    expect(unsaved.update()).toBe('document');
  });

  it('is not held up by a form that is gone', () => {
    const { unsaved, end } = setUp();
    end();
    expect(unsaved.update()).toBe('document');
  });
});
