import type { ReactElement, ReactNode } from 'react';
import { formVersion, type FormDeclaration, SENT_PARAMETER } from '@voltframe/kit/contract/forms/form';
import { useForm, useSearchParams } from '@voltframe/kit/react';
import { ErrorSummary, Honeypot } from '@voltframe/kit/react/forms/field';
import styles from './form-panel.module.css';

type PanelForm = ReturnType<typeof usePanelForm>;

interface Props {
  form: PanelForm;
  /** Id of the heading that names the form. */
  labelledBy: string;
  submitLabel: string;
  /** Set for forms with a file. */
  encType?: 'multipart/form-data';
  children: ReactNode;
}

/** @returns the form; it has `thanks` after sending, in place or by `?sent=1` without JavaScript */
export function usePanelForm(declaration: FormDeclaration) {
  const form = useForm(declaration);
  const [search] = useSearchParams();
  const isAnotherDocument = form.thanks === '' && search.get(SENT_PARAMETER) === '1';
  return {
    ...form,
    declaration,
    isAnotherDocument,
    thanks: isAnotherDocument ? declaration.thanks : form.thanks,
  };
}

/** The fields of a form (children) and its submit button. */
export function FormPanel({ form, labelledBy, submitLabel, encType, children }: Props): ReactElement {
  const { declaration, ref, pending, share, onSubmit } = form;
  return (
    <form
      ref={ref}
      className={styles['form']}
      data-form={declaration.name}
      aria-labelledby={labelledBy}
      method="post"
      action={declaration.action}
      encType={encType}
      onSubmit={onSubmit}
    >
      <ErrorSummary />
      <input type="hidden" name="contract" value={formVersion(declaration)} />
      {children}
      <Honeypot form={declaration.name} />
      <button className={styles['submit']} aria-disabled={pending}>
        {pending ? `Sending… ${encType ? `${Math.floor(share * 100)} %` : ''}` : submitLabel}
      </button>
      {pending && encType ? <progress aria-label="Sent" value={share} /> : null}
    </form>
  );
}

/** The thanks after sending. The first sentence replaces the heading of the form. */
export function Thanks({
  form,
  heading: Heading,
  className,
}: {
  form: PanelForm;
  heading: 'h1' | 'h2';
  className: string | undefined;
}): ReactElement {
  const { thanks, thanksRef, isAnotherDocument } = form;
  const [first, ...rest] = thanks.split(/(?<=[.!?])\s+/);
  return (
    <div
      ref={thanksRef}
      className={styles['thanks']}
      tabIndex={-1}
      role="status"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the document that answers a post opens at the thanks
      autoFocus={isAnotherDocument}
    >
      <Heading className={className}>{first}</Heading>
      <p>{rest.join(' ')}</p>
    </div>
  );
}
