import type { ReactElement } from 'react';
import type { PageProps } from '@voltframe/kit/react';
import { LineArt } from '@voltframe/kit/react/components/line-art';
import { SectionHeading } from '@voltframe/kit/react/components/section-heading';
import { ClosingCall } from '../../components/closing-call.tsx';
import { PageOpening } from '../../components/page-opening.tsx';
import { Points } from '../../components/points.tsx';
import { RoleList } from '../../components/role-list.tsx';
import section from '../../components/section.module.css';
import styles from './careers.module.css';
import type { CareersData } from './careers.server.ts';

export default function CareersPage({
  data: { page, roles, picture },
}: PageProps<CareersData>): ReactElement {
  const samples = roles.some(({ sample }) => sample);
  return (
    <>
      <PageOpening
        label="careers"
        heading={page.heading}
        lead={page.lead}
        note={samples ? page.samples : undefined}
      />
      <section className={`lines ${section['section']}`} aria-labelledby="roles">
        <SectionHeading
          number={1}
          label="roles"
          id="roles"
          heading={samples ? 'Sample roles' : 'Open roles'}
        />
        <div className={section['wide']}>
          {roles.length > 0 ? <RoleList roles={roles} /> : <p>{page.empty}</p>}
        </div>
      </section>
      <section className={`lines ${section['section']}`} aria-labelledby="how">
        <SectionHeading
          number={2}
          label="process"
          id="how"
          heading={samples ? 'How we would hire' : 'How hiring works'}
        />
        <div className={`frame ${styles['picture']}`}>
          <LineArt svg={picture} />
        </div>
        <ol className={styles['how']}>
          {page.how.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={`lines ${section['section']}`} aria-labelledby="working">
        <SectionHeading
          number={3}
          label="working"
          id="working"
          heading={samples ? 'How working here would feel' : 'How working here feels'}
        />
        <Points items={page.working} />
      </section>
      <ClosingCall {...page.closing} />
    </>
  );
}
