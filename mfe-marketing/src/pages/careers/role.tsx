import type { ReactElement } from 'react';
import { Link, type PageProps } from '@voltframe/kit/react';
import { Onward } from '@voltframe/kit/react/components/onward';
import { Prose } from '@voltframe/kit/react/components/prose';
import { ApplicationForm } from '../../components/forms/application-form.tsx';
import type { OpenRole } from '../../open-roles.ts';
import styles from './role.module.css';

export default function RolePage({ data: role }: PageProps<OpenRole>): ReactElement {
  return (
    <>
      <article className={`lines ${styles['role']}`}>
        <header className={styles['head']}>
          <p className="label">
            <Link to="/careers">careers</Link> / {role.sample ? 'sample role' : 'role'}
          </p>
          <h1 className={styles['title']} tabIndex={-1}>
            {role.title}
          </h1>
          <p className={styles['summary']}>{role.summary}</p>
          {role.sample ? (
            <p className={styles['sample']}>
              This is a sample: it shows how a role is described here, and nobody is being hired for it.
            </p>
          ) : null}
        </header>
        <dl className={styles['facts']}>
          <Fact term="Team" value={role.team} />
          {role.place ? <Fact term="Place" value={role.place} /> : null}
          <Fact term="Type" value={role.type} />
        </dl>
        <div className={styles['text']}>
          <Prose html={role.html ?? ''} />
        </div>
        <section className={styles['apply']} aria-label="Application">
          <ApplicationForm key={role.slug} role={role} />
        </section>
      </article>
      <Onward
        label="After this role"
        ways={[
          { to: '/careers', label: 'careers', title: role.sample ? 'All sample roles' : 'All open roles' },
          {
            to: '/careers#how',
            label: 'process',
            title: role.sample ? 'How we would hire' : 'How hiring works',
          },
        ]}
      />
    </>
  );
}

function Fact({ term, value }: { term: string; value: string }): ReactElement {
  return (
    <div>
      <dt className="label">{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
