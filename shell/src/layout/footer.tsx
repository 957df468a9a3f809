import type { ReactElement } from 'react';
import { SERVICE_LABELS } from '@voltframe/kit/contract/page/service-labels';
import { Island, Link, useSite } from '@voltframe/kit/react';
import { SERVICES_PLACE, SOCIAL_LINKS } from './brand.ts';
import styles from './footer.module.css';
import { useHeaderLink, useLinks, useYear } from './frame-context.ts';
import icons from './social/icons.module.css';
import { SubscribeForm } from './subscribe-form.tsx';

export function Footer(): ReactElement {
  const site = useSite();
  return (
    <footer className={`lines ${styles['footer']}`}>
      <section className={styles['subscribe']} aria-labelledby="subscribe-heading">
        <h2 id="subscribe-heading" className={styles['heading']}>
          Notes from the bench, by email.
        </h2>
        <SubscribeForm />
      </section>
      <Services />
      <Legal />
      <Social />
      <p className={styles['wordmark']} aria-hidden="true" data-text={site.name} />
      <div className={styles['base']}>
        <p>
          © {useYear()} {site.name}
        </p>
        <button type="button" className={styles['xray']} data-xray="" aria-pressed="false">
          X-ray this page
        </button>
        <Island name="StatusNote" props={{}} />
      </div>
    </footer>
  );
}

function Services(): ReactElement {
  const page = useHeaderLink(SERVICES_PLACE);
  return (
    <nav className={styles['services']} aria-labelledby="footer-services">
      <h2 className="label" id="footer-services">
        services
      </h2>
      <ul>
        {SERVICE_LABELS.map(({ slug, label }) => (
          <li key={slug}>{page ? <Link to={`${page.path}#${slug}`}>{label}</Link> : label}</li>
        ))}
      </ul>
    </nav>
  );
}

function Legal(): ReactElement {
  return (
    <nav className={styles['legal']} aria-labelledby="footer-legal">
      <h2 className="label" id="footer-legal">
        legal
      </h2>
      <ul>
        {useLinks().footer.map(({ place, path, label }) => (
          <li key={place}>
            <Link to={path}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links without a target (docs/behaviour.md 3.9): announced as unavailable. */
function Social(): ReactElement {
  return (
    <section className={styles['social']} aria-labelledby="footer-social">
      <h2 className="label" id="footer-social">
        elsewhere
      </h2>
      <ul>
        {SOCIAL_LINKS.map((label) => (
          <li key={label}>
            <a role="link" aria-disabled="true" data-social={label}>
              <span className={icons['icon']} aria-hidden="true" />
              <span>{label}</span>
              <span className="visually-hidden"> (placeholder, this link goes nowhere yet)</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
