import type { ReactElement } from 'react';
import { Link, type PageProps } from '@voltframe/kit/react';
import { Prose } from '@voltframe/kit/react/components/prose';
import { ApplicationForm } from '../../components/forms/application-form.tsx';
import type { OpenRole } from '../../open-roles.ts';
import styles from './role.module.css';

export default function RolePage({ data: role }: PageProps<OpenRole>): ReactElement {
  return (
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
        <Fact term="Place" value={role.place} />
        <Fact term="Type" value={role.type} />
      </dl>
      <div className={styles['text']}>
        <Prose html={role.html ?? ''} />
      </div>
      <section className={styles['apply']} aria-labelledby="apply">
        <h2 id="apply" className={styles['applyHeading']}>
          {role.sample ? 'Apply for this sample role' : 'Apply for this role'}
        </h2>
        <ApplicationForm role={role.slug} labelledBy="apply" />
      </section>
    </article>
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
