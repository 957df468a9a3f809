import type { ReactElement } from 'react';
import { Link, type PageProps } from '@voltframe/kit/react';
import { SectionHeading } from '@voltframe/kit/react/components/section-heading';
import { EnquiryForm } from '../components/forms/enquiry-form.tsx';
import { Points } from '../components/points.tsx';
import section from '../components/section.module.css';
import type { Contact } from '../content-schemas.ts';
import styles from './contact.module.css';

/** The form is the hero of the page. */
export default function ContactPage({ data }: PageProps<Contact>): ReactElement {
  return (
    <>
      <div className={`lines ${styles['hero']}`}>
        <header className={styles['intro']}>
          <p className="label">[00] contact</p>
          <h1 id="contact-heading" className={styles['heading']} tabIndex={-1}>
            {data.heading}
          </h1>
          <p className={styles['lead']}>{data.lead}</p>
        </header>
        <div className={`frame ${styles['panel']}`}>
          <EnquiryForm labelledBy="contact-heading" />
          <p className={styles['privacy']}>
            {data.privacy.text} <Link to={data.privacy.href}>Read the privacy page</Link>.
          </p>
        </div>
      </div>
      <section className={`lines ${section['section']}`} aria-labelledby="next">
        <SectionHeading number={1} label="next" id="next" heading="What happens next" />
        <Points items={data.steps} />
      </section>
    </>
  );
}
