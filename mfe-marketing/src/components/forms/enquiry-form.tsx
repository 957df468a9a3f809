import type { ReactElement } from 'react';
import { Link, useSearchParams } from '@voltframe/kit/react';
import { CheckField, Field } from '@voltframe/kit/react/forms/field';
import { contact } from '../../forms/contact.ts';
import { FormPanel, type usePanelForm } from './form-panel.tsx';
import styles from './form-panel.module.css';

const topics = contact.fields.find(({ name }) => name === 'topic')?.options ?? [];

/** The form of the contact page. `?topic=robotics` preselects a topic. */
export function EnquiryForm({
  form,
  labelledBy,
}: {
  form: ReturnType<typeof usePanelForm>;
  labelledBy: string;
}): ReactElement {
  const [search] = useSearchParams();
  const asked = search.get('topic');
  const topic = topics.find(({ value }) => value === asked)?.value ?? '';
  return (
    <FormPanel form={form} labelledBy={labelledBy} submitLabel="Send message">
      <div className={styles['pair']}>
        <Field declaration={contact} name="name" label="Your name">
          {(attributes) => <input {...attributes} autoComplete="name" />}
        </Field>
        <Field declaration={contact} name="email" label="Your email address">
          {(attributes) => <input {...attributes} autoComplete="email" />}
        </Field>
        <Field declaration={contact} name="company" label="Company" note="(optional)">
          {(attributes) => <input {...attributes} autoComplete="organization" />}
        </Field>
        <Field declaration={contact} name="topic" label="Topic">
          {(attributes) => (
            <select key={topic} {...attributes} defaultValue={topic}>
              <option value="">Choose a topic</option>
              {topics.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field declaration={contact} name="message" label="What do you want to exist?">
        {(attributes) => <textarea {...attributes} rows={8} />}
      </Field>
      <CheckField declaration={contact} name="consent">
        You may keep what I send here in order to answer me. See <Link to="/privacy">privacy</Link>.
      </CheckField>
    </FormPanel>
  );
}
