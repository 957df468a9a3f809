import type { ReactElement } from 'react';
import { type PageProps } from '@voltframe/kit/react';
import { PageOpening } from '../components/page-opening.tsx';
import { ClosingCall } from '../components/closing-call.tsx';
import { ServiceIndex } from '../components/service-index.tsx';
import { ServiceSection } from '../components/service-section.tsx';
import { useCurrentChild } from '../components/use-current-child.ts';
import styles from './services.module.css';
import type { ServicesData } from './services.server.ts';

export default function ServicesPage({ data: { page, services } }: PageProps<ServicesData>): ReactElement {
  const [sections, current] = useCurrentChild<HTMLDivElement>('all');
  return (
    <>
      <PageOpening label="services" heading={page.heading} lead={page.lead} />
      <div className={`lines ${styles['body']}`}>
        <ServiceIndex services={services} current={current} />
        <div ref={sections} className={styles['sections']}>
          {services.map((service, i) => (
            <ServiceSection key={service.slug} service={service} live={i === current} />
          ))}
        </div>
      </div>
      <ClosingCall
        heading="Not sure which of these it is?"
        text="That is normal, and it is our job to find out. Describe the problem; we will name the parts."
        label="Describe the problem"
        href="/contact"
      />
    </>
  );
}
