import { type FormEvent, type RefObject, startTransition, useActionState, useEffect, useRef } from 'react';
import type { FormContract } from '../../contract/forms/form-contract.ts';
import { type Draft, keepDraft } from '../../contract/forms/form-draft.ts';
import { createSubmitter, type FormAnswer, type Submitter } from '../../contract/forms/submit-form.ts';
import { useUnsavedInput } from '@voltframe/kit/react';
import { randomId, tabStorage, timeLimit } from '../refusable.ts';
import { showErrors } from './form-errors.ts';

export interface FormHandle {
  ref: RefObject<HTMLFormElement | null>;
  /** Put the focus here when the form was sent: on the thanks that replace it. */
  thanksRef: RefObject<HTMLParagraphElement | null>;
  pending: boolean;
  /** What the visitor reads after a success; '' before. */
  thanks: string;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

interface Mounted {
  submitter: Submitter;
  draft: Draft;
}

/**
 * Turns a plain HTML form into one that answers in place: it is checked before it is sent, what was typed survives a
 * reload, and a reload for a newer build asks first. Without JavaScript the form posts as it is.
 */
export function useForm(contract: FormContract): FormHandle {
  const ref = useRef<HTMLFormElement>(null);
  const thanksRef = useRef<HTMLParagraphElement>(null);
  const mounted = useRef<Mounted>(null);
  const [answer, send, pending] = useActionState(
    async (_: FormAnswer | null, form: FormData) => (await mounted.current?.submitter.submit(form)) ?? null,
    null,
  );

  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    // Our own check runs instead of the browser's bubbles; without JavaScript those still do their work.
    form.noValidate = true;
    const draft = keepDraft(contract, form, tabStorage);
    const submitter = createSubmitter(contract, {
      fetch: (...request) => fetch(...request),
      now: Date.now,
      randomId,
      timeLimit,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
    mounted.current = { submitter, draft };
    return () => draft.stop();
  }, [contract]);

  useEffect(() => {
    if (answer?.ok) {
      mounted.current?.draft.clear();
      thanksRef.current?.focus();
    } else if (answer && ref.current) showErrors(contract, ref.current, answer.message, answer.fields);
  }, [answer, contract]);

  useUnsavedInput(() => !answer?.ok && Boolean(mounted.current?.draft.dirty()));

  return {
    ref,
    thanksRef,
    pending,
    thanks: answer?.ok ? answer.message : '',
    onSubmit(event) {
      event.preventDefault();
      const form = new FormData(event.currentTarget);
      if (!pending) startTransition(() => send(form));
    },
  };
}
