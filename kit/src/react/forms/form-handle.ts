import { type FormEvent, startTransition, useActionState, useEffect, useRef, useState } from 'react';
import type { FormDeclaration } from '../../contract/forms/form.ts';
import type { FormAnswer } from '../../contract/forms/submit-form.ts';
import { useUnsavedInput } from '../hooks.ts';
import { usePlatform } from '../platform.ts';
import type { MountedForm } from './mounted-form.ts';

export type FormHandle = ReturnType<typeof useForm>;

/**
 * Makes an HTML form submit by script (mounted-form.ts). A reload for a newer build asks the visitor first. A submit
 * before the script has loaded waits for it. Without JavaScript or the script the browser submits the form.
 */
export function useForm(declaration: FormDeclaration) {
  const { mountForm } = usePlatform();
  const ref = useRef<HTMLFormElement>(null);
  const thanksRef = useRef<HTMLParagraphElement>(null);
  const mounting = useRef<Promise<MountedForm | null>>(null);
  const mounted = useRef<MountedForm>(null);
  const [share, setShare] = useState(0);
  const [answer, send, pending] = useActionState(async (_: FormAnswer | null, form: FormData) => {
    const there = await mounting.current;
    if (there) return there.submit(form, setShare);
    ref.current?.submit();
    return null;
  }, null);

  useEffect(() => {
    if (!ref.current) return;
    const coming = mountForm(declaration, ref.current, Date.now()).catch(() => null);
    mounting.current = coming;
    void coming.then((form) => (mounted.current = form));
    return () => void coming.then((form) => form?.end());
  }, [declaration, mountForm]);

  useEffect(() => {
    if (answer) mounted.current?.show(answer);
    if (answer?.ok) thanksRef.current?.focus();
  }, [answer]);

  useUnsavedInput(() => !answer?.ok && Boolean(mounted.current?.dirty()));

  return {
    ref,
    /** The message of thanks that replaces the form; it gets the focus. */
    thanksRef,
    pending,
    /** Upload progress while the form is pending, 0 to 1. */
    share: pending ? share : 0,
    /** The message after a success; '' before. */
    thanks: answer?.ok ? answer.message : '',
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      const form = new FormData(event.currentTarget);
      // Errors are shown here: an action would first render the form as one that is sent.
      if (!pending && !mounted.current?.refuse(form)) startTransition(() => send(form));
    },
  };
}
