import type { FormContract } from '../../contract/forms/form-contract.ts';
import { keepDraft } from '../../contract/forms/form-draft.ts';
import { createSubmitter, type FormAnswer } from '../../contract/forms/submit-form.ts';
import { randomId, tabStorage, timeLimit } from '../refusable.ts';
import { showErrors } from './form-errors.ts';

/** A form of the page that answers in place. */
export interface MountedForm {
  /** Checks, then sends. Never throws: whatever happens is an answer. */
  submit(form: FormData): Promise<FormAnswer>;
  /** Says what is wrong beside the fields; of a success the draft is forgotten. */
  show(answer: FormAnswer): void;
  /** Whether something was typed that has not been sent. */
  dirty(): boolean;
  /** The draft stays. */
  end(): void;
}

/**
 * What a form does in the browser: it is checked before it is sent, and what was typed survives a reload. In the shell's
 * later parts, once for all apps: no page needs it to hydrate.
 * @param openedAt when the visitor got the form, ms since the epoch
 */
export function mountForm(contract: FormContract, form: HTMLFormElement, openedAt: number): MountedForm {
  // Our own check runs instead of the browser's bubbles; until then, and without JavaScript, those do their work.
  form.noValidate = true;
  const draft = keepDraft(contract, form, tabStorage);
  const { submit } = createSubmitter(contract, {
    openedAt,
    fetch: (...request) => fetch(...request),
    now: Date.now,
    randomId,
    timeLimit,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  return {
    submit,
    show(answer) {
      if (answer.ok) draft.clear();
      else showErrors(contract, form, answer.message, answer.fields);
    },
    dirty: draft.dirty,
    end: draft.stop,
  };
}
