import type { ReactElement } from 'react';
import { type PageProps } from '@voltframe/kit/react';
import { PageOpening } from '../components/page-opening.tsx';
import { ClosingCall } from '../components/closing-call.tsx';
import { ServiceSection } from '../components/service-section.tsx';
import styles from './services.module.css';
import type { ServicesData } from './services.server.ts';

export default function ServicesPage({ data: { page, services } }: PageProps<ServicesData>): ReactElement {
  return (
    <>
      <PageOpening label="services" heading={page.heading} lead={page.lead} />
      <div className={`lines ${styles['body']}`}>
        <nav className={styles['index']} aria-label="Services on this page">
          <ol>
            {services.map(({ slug, label, order }) => (
              <li key={slug}>
                <a href={`#${slug}`}>
                  <span aria-hidden="true">{order}</span> {label}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles['sections']}>
          {services.map((service) => (
            <ServiceSection key={service.slug} service={service} />
          ))}
        </div>
      </div>
      <ClosingCall
        heading="Not sure which of these it is?"
        text="That is normal, and it is our job to find out. Describe the problem; we will name the parts."
        label="INIT_PROJECT()"
        href="/contact"
      />
    </>
  );
}
