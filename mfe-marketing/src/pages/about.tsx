import type { ReactElement } from 'react';
import { FIGURES_URL } from '@voltframe/kit/contract/page/site-figures';
import { Island, Link, type PageProps, useSite } from '@voltframe/kit/react';
import { SectionHeading } from '@voltframe/kit/react/components/section-heading';
import { ClosingCall } from '../components/closing-call.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import { Points } from '../components/points.tsx';
import { ProcessDiagram } from '../components/process-diagram.tsx';
import section from '../components/section.module.css';
import type { About } from '../content-schemas.ts';
import styles from './about.module.css';

export default function AboutPage({ data }: PageProps<About>): ReactElement {
  const { url } = useSite();
  return (
    <>
      <PageOpening label="about" heading={data.heading} lead={data.lead} />
      <div className={`lines ${section['section']}`}>
        {data.sections.map(({ heading, paragraphs }) => (
          <section key={heading} className={styles['text']}>
            <h2 className={styles['heading']}>{heading}</h2>
            <div className={styles['paragraphs']}>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </section>
        ))}
        <section className={styles['text']}>
          <h2 className={styles['heading']}>{data.figures.heading}</h2>
          <div className={styles['paragraphs']}>
            <p>{data.figures.text}</p>
            <Island name="CodeSample" props={{ code: `curl ${url}${FIGURES_URL}` }} />
          </div>
        </section>
      </div>
      <section className={`lines ${section['section']}`} aria-labelledby="process">
        <SectionHeading number={1} label="process" id="process" heading={data.process.heading}>
          {data.process.lead}
        </SectionHeading>
        <ProcessDiagram steps={data.process.steps} />
      </section>
      <section className={`lines ${section['section']}`} aria-labelledby="principles">
        <SectionHeading number={2} label="principles" id="principles" heading="What we hold to." />
        <Points items={data.principles} />
      </section>
      <section className={`lines ${section['section']}`} aria-labelledby="roles">
        <SectionHeading number={3} label="careers" id="roles" heading="Roles" />
        <div className={section['wide']}>
          <Island name="OpenRoles" props={{}} fallback={<Link to="/careers">See the open roles</Link>} />
        </div>
      </section>
      <ClosingCall {...data.closing} />
    </>
  );
}
