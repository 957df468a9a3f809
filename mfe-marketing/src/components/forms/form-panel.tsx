import type { ReactElement, ReactNode } from 'react';
import { contractId, type FormContract, SENT_PARAMETER } from '@voltframe/kit/contract/forms/form-contract';
import { useForm, useSearchParams } from '@voltframe/kit/react';
import { ErrorSummary, Honeypot } from '@voltframe/kit/react/forms/field';
import styles from './form-panel.module.css';

interface Props {
  contract: FormContract;
  /** Id of the heading that names the form. */
  labelledBy: string;
  submitLabel: string;
  /** Set for forms with a file. */
  encType?: 'multipart/form-data';
  children: ReactNode;
}

/**
 * A form of the site: its fields (children), its submit button, and the thanks that replace it (`?sent=1` without
 * JavaScript).
 */
export function FormPanel({ contract, labelledBy, submitLabel, encType, children }: Props): ReactElement {
  const { ref, thanksRef, pending, share, thanks, onSubmit } = useForm(contract);
  const [search] = useSearchParams();
  const message = thanks || (search.get(SENT_PARAMETER) === '1' ? contract.thanks : '');
  if (message) {
    return (
      // Without JavaScript the thanks are in another document, which opens at them.
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the visitor has sent the form for
      <p ref={thanksRef} className={styles['thanks']} tabIndex={-1} role="status" autoFocus={thanks === ''}>
        {message}
      </p>
    );
  }
  return (
    <form
      ref={ref}
      className={styles['form']}
      data-form={contract.name}
      aria-labelledby={labelledBy}
      method="post"
      action={contract.action}
      encType={encType}
      onSubmit={onSubmit}
    >
      <ErrorSummary />
      <input type="hidden" name="contract" value={contractId(contract)} />
      {children}
      <Honeypot form={contract.name} />
      <button className={styles['submit']} aria-disabled={pending}>
        {pending ? `Sending… ${encType ? `${Math.floor(share * 100)} %` : ''}` : submitLabel}
      </button>
      {pending && encType ? <progress aria-label="Sent" value={share} /> : null}
    </form>
  );
}
