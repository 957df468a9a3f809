import type { ReactElement, ReactNode } from 'react';
import {
  errorSlotId,
  type FieldAttributes,
  fieldAttributes,
  type FormContract,
  HONEYPOT,
} from '../../contract/forms/form-contract.ts';
import styles from './field.module.css';

interface FieldProps {
  contract: FormContract;
  name: string;
  label: string;
  /** Shown beside the label: `optional`. */
  note?: string;
  /** Renders the control with the attributes of the contract. */
  children(attributes: FieldAttributes & { className: string | undefined }): ReactNode;
}

/** A field: label, control, and the slot for its error. */
export function Field({ contract, name, label, note, children }: FieldProps): ReactElement {
  const attributes = { ...fieldAttributes(contract, name), className: styles['control'] };
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={attributes.id}>
        {label}
        {note ? <span className={styles['note']}> {note}</span> : null}
      </label>
      {children(attributes)}
      <ErrorSlot contract={contract} name={name} />
    </div>
  );
}

export function CheckField({
  contract,
  name,
  children,
}: {
  contract: FormContract;
  name: string;
  children: ReactNode;
}): ReactElement {
  const attributes = fieldAttributes(contract, name);
  return (
    <div className={styles['field']}>
      <div className={styles['check']}>
        <input {...attributes} type="checkbox" value="yes" />
        <label htmlFor={attributes.id}>{children}</label>
      </div>
      <ErrorSlot contract={contract} name={name} />
    </div>
  );
}

// React renders the slots empty once and does not update them: `showErrors` writes their text, or the gateway without
// JavaScript.
const EMPTY = { __html: '' };

/** The element for the error of a field. */
export function ErrorSlot({ contract, name }: { contract: FormContract; name: string }): ReactElement {
  return (
    <p
      id={errorSlotId(contract, name)}
      data-error-for={name}
      className={styles['error']}
      hidden
      suppressHydrationWarning
      dangerouslySetInnerHTML={EMPTY}
    />
  );
}

/** The element for the summary of all errors. */
export function ErrorSummary(): ReactElement {
  return (
    <div
      data-form-summary
      role="alert"
      tabIndex={-1}
      className={styles['summary']}
      hidden
      suppressHydrationWarning
      dangerouslySetInnerHTML={EMPTY}
    />
  );
}

/** A field that only bots fill in. It is invisible, not in the tab order and not in the accessibility tree. */
export function Honeypot({ form }: { form: string }): ReactElement {
  return (
    <div className={styles['trap']} aria-hidden="true">
      <label htmlFor={`${form}-${HONEYPOT}`}>Leave this empty</label>
      <input id={`${form}-${HONEYPOT}`} name={HONEYPOT} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
