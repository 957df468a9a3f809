import type { ReactElement } from 'react';
import { FIGURES_URL } from '@voltframe/kit/contract/page/site-figures';
import { Island, type PageProps, useSite } from '@voltframe/kit/react';
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
      <section className={`lines ${section['section']}`} aria-labelledby="process">
        <SectionHeading number={1} label="process" id="process" heading={data.process.heading}>
          {data.process.lead}
        </SectionHeading>
        <ProcessDiagram steps={data.process.steps} />
      </section>
      <div className={`lines ${section['section']}`}>
        <div className={styles['texts']}>
          {data.sections.map(({ heading, paragraphs }) => (
            <section key={heading} className={styles['text']}>
              <h2 className={styles['heading']}>{heading}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
          <section className={styles['text']}>
            <h2 className={styles['heading']}>{data.figures.heading}</h2>
            <p>{data.figures.text}</p>
            <Island name="CodeSample" props={{ code: `curl ${url}${FIGURES_URL}` }} />
          </section>
        </div>
      </div>
      <section className={`lines ${section['section']}`} aria-labelledby="principles">
        <SectionHeading number={2} label="principles" id="principles" heading="Six rules of the bench." />
        <Points items={data.principles} />
      </section>
      <ClosingCall {...data.closing} />
    </>
  );
}
