import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import { CheckField, Field } from '@voltframe/kit/react/forms/field';
import { application } from '../../forms/application.ts';
import type { OpenRole } from '../../open-roles.ts';
import { FormPanel, Thanks, usePanelForm } from './form-panel.tsx';
import styles from './form-panel.module.css';

/**
 * The application for one role. The page sets a `key` per role, so that entries and thanks do not carry over to another
 * role.
 */
export function ApplicationForm({ role: { slug, sample } }: { role: OpenRole }): ReactElement {
  const form = usePanelForm(application);
  if (form.thanks) return <Thanks form={form} heading="h2" className={styles['heading']} />;
  return (
    <>
      <h2 id="apply" className={styles['heading']}>
        {sample ? 'Apply for this sample role' : 'Apply for this role'}
      </h2>
      <FormPanel form={form} labelledBy="apply" submitLabel="Send application" encType="multipart/form-data">
        <input type="hidden" name="role" value={slug} />
        <div className={styles['pair']}>
          <Field declaration={application} name="name" label="Your name">
            {(attributes) => <input {...attributes} autoComplete="name" />}
          </Field>
          <Field declaration={application} name="email" label="Your email address">
            {(attributes) => <input {...attributes} autoComplete="email" />}
          </Field>
        </div>
        <Field
          declaration={application}
          name="links"
          label="Links to things you made"
          note="(optional, one per line)"
        >
          {(attributes) => <textarea {...attributes} rows={3} />}
        </Field>
        <Field declaration={application} name="message" label="A few words about you">
          {(attributes) => <textarea {...attributes} rows={8} />}
        </Field>
        <Field declaration={application} name="cv" label="CV" note="(PDF, up to 5 MB)">
          {(attributes) => <input {...attributes} type="file" accept="application/pdf,.pdf" />}
        </Field>
        <CheckField declaration={application} name="consent">
          You may keep my application in order to consider it and answer me. See{' '}
          <Link to="/privacy">privacy</Link>.
        </CheckField>
      </FormPanel>
    </>
  );
}
