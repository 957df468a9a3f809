import type { ReactElement, ReactNode } from 'react';
import {
  errorSlotId,
  type FieldAttributes,
  fieldAttributes,
  type FormDeclaration,
  HONEYPOT,
} from '../../contract/forms/form.ts';
import styles from './field.module.css';

interface FieldProps {
  declaration: FormDeclaration;
  name: string;
  label: string;
  /** Shown beside the label: `optional`. */
  note?: string;
  /** Renders the control with the attributes of the declaration. */
  children(attributes: FieldAttributes & { className: string | undefined }): ReactNode;
}

/** A field: label, control, and the slot for its error. */
export function Field({ declaration, name, label, note, children }: FieldProps): ReactElement {
  const attributes = { ...fieldAttributes(declaration, name), className: styles['control'] };
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={attributes.id}>
        {label}
        {note ? (
          <>
            {' '}
            <span className={styles['note']}>{note}</span>
          </>
        ) : null}
      </label>
      {children(attributes)}
      <ErrorSlot declaration={declaration} name={name} />
    </div>
  );
}

export function CheckField({
  declaration,
  name,
  children,
}: {
  declaration: FormDeclaration;
  name: string;
  children: ReactNode;
}): ReactElement {
  const attributes = fieldAttributes(declaration, name);
  return (
    <div className={styles['field']}>
      <div className={styles['check']}>
        <input {...attributes} type="checkbox" value="yes" />
        <label htmlFor={attributes.id}>{children}</label>
      </div>
      <ErrorSlot declaration={declaration} name={name} />
    </div>
  );
}

// React renders the slots empty once and does not update them: `showErrors` writes their text, or the gateway without
// JavaScript.
const EMPTY = { __html: '' };

/** The element for the error of a field. */
export function ErrorSlot({
  declaration,
  name,
}: {
  declaration: FormDeclaration;
  name: string;
}): ReactElement {
  return (
    <p
      id={errorSlotId(declaration, name)}
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
