import type { ReactElement } from 'react';
import type { PageProps } from '@voltframe/kit/react';
import { Onward } from '@voltframe/kit/react/components/onward';
import { SectionHeading } from '@voltframe/kit/react/components/section-heading';
import { EnquiryForm } from '../components/forms/enquiry-form.tsx';
import { Thanks, usePanelForm } from '../components/forms/form-panel.tsx';
import { Points } from '../components/points.tsx';
import section from '../components/section.module.css';
import type { Contact } from '../content-schemas.ts';
import { contact } from '../forms/contact.ts';
import styles from './contact.module.css';

const WAYS = [
  { to: '/portfolio', label: 'portfolio', title: 'See how we would build it' },
  { to: '/blog', label: 'blog', title: 'Read what broke, and why' },
];

/** The page starts with the form. After sending, the thanks replace it. */
export default function ContactPage({ data }: PageProps<Contact>): ReactElement {
  const form = usePanelForm(contact);
  return (
    <>
      <div className={`lines ${styles['hero']}`}>
        <header className={styles['intro']}>
          <p className="label">[00] contact</p>
          {form.thanks ? (
            <Thanks form={form} heading="h1" className={styles['thanks']} />
          ) : (
            <>
              <h1 id="contact-heading" className={styles['heading']} tabIndex={-1}>
                {data.heading}
              </h1>
              <p className={styles['lead']}>{data.lead}</p>
              <Facts facts={data.facts} />
            </>
          )}
        </header>
        {form.thanks ? null : (
          <div className={`frame ${styles['panel']}`}>
            <EnquiryForm form={form} labelledBy="contact-heading" />
            <p className={styles['privacy']}>{data.privacy}</p>
          </div>
        )}
      </div>
      <section className={`lines ${section['section']}`} aria-labelledby="next">
        <SectionHeading number={1} label="next" id="next" heading="What comes next." />
        <Points items={data.steps} />
      </section>
      <Onward label="From here" ways={WAYS} />
    </>
  );
}

const FACTS = [
  ['reply', 'You hear back'],
  ['place', 'Where we work'],
  ['person', 'Who reads it'],
] as const;

/** What the operator tells about the studio; a fact that is not filled is left out. */
function Facts({ facts = {} }: Pick<Contact, 'facts'>): ReactElement | null {
  const filled = FACTS.filter(([name]) => facts[name]);
  if (filled.length === 0) return null;
  return (
    <dl className={styles['facts']}>
      {filled.map(([name, label]) => (
        <div key={name}>
          <dt className="label">{label}</dt>
          <dd>{facts[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
