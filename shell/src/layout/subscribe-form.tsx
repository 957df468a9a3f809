import type { ReactElement } from 'react';
import { formVersion } from '@voltframe/kit/contract/forms/form';
import { useForm } from '@voltframe/kit/react';
import { ErrorSlot, ErrorSummary, Honeypot } from '@voltframe/kit/react/forms/field';
import { subscribe } from '../forms/subscribe.ts';
import { SUBSCRIBE_LABEL } from './brand.ts';
import styles from './subscribe-form.module.css';

/** The subscription form of the footer: a plain form post without JavaScript, answered in place with JavaScript. */
export function SubscribeForm(): ReactElement {
  const { ref, thanksRef, pending, thanks, onSubmit } = useForm(subscribe);
  if (thanks) {
    return (
      <p ref={thanksRef} className={styles['done']} tabIndex={-1} role="status">
        {thanks}
      </p>
    );
  }
  return (
    <form
      ref={ref}
      className={styles['form']}
      data-form={subscribe.name}
      method="post"
      action={subscribe.action}
      onSubmit={onSubmit}
    >
      <ErrorSummary />
      <input type="hidden" name="contract" value={formVersion(subscribe)} />
      <Box pending={pending} />
      <ErrorSlot declaration={subscribe} name="email" />
      <Honeypot form={subscribe.name} />
      <p className={styles['note']}>
        One email asks whether it was you. Every later one has a link to unsubscribe.
      </p>
    </form>
  );
}

function Box({ pending }: { pending: boolean }): ReactElement {
  return (
    <div className={styles['row']}>
      <label className="visually-hidden" htmlFor="subscribe-email">
        Your email address
      </label>
      <input
        id="subscribe-email"
        name="email"
        type="email"
        placeholder="you@example.com"
        autoComplete="email"
        required
        maxLength={254}
        aria-describedby="subscribe-email-error"
      />
      <button aria-disabled={pending}>{SUBSCRIBE_LABEL}</button>
    </div>
  );
}
