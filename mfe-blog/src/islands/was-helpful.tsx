import { type ReactElement, useState } from 'react';
import { Link } from '@voltframe/kit/react';
import styles from './was-helpful.module.css';

export interface WasHelpfulProps {
  subject: 'note' | 'page';
  /** Title of the note or page. */
  title: string;
  /** Label of the matching topic of the contact form. */
  topic: string;
}

/**
 * Asks whether a note or a page was helpful. The answer is neither stored nor sent. After “No”, and always without
 * JavaScript, a text explains how to report a defect.
 */
export default function WasHelpful(props: WasHelpfulProps): ReactElement {
  const [answer, setAnswer] = useState<'yes' | 'no'>();
  return (
    <fieldset className={styles['asked']}>
      <legend className={styles['question']}>Was this {props.subject} helpful?</legend>
      <p className={styles['answers']}>
        <button type="button" aria-pressed={answer === 'yes'} onClick={() => setAnswer('yes')}>
          Yes
        </button>
        <button type="button" aria-pressed={answer === 'no'} onClick={() => setAnswer('no')}>
          No
        </button>
      </p>
      <p className={styles['reply']} role="status">
        {answer === 'yes'
          ? 'Thank you. Your answer stays in this window: it is neither stored nor sent.'
          : null}
        {answer === 'no' ? <HowToTell {...props} /> : null}
      </p>
      <p className={styles['scriptless']}>
        <HowToTell {...props} />
      </p>
    </fieldset>
  );
}

function HowToTell({ subject, title, topic }: WasHelpfulProps): ReactElement {
  return (
    <>
      If something is missing or wrong, <Link to="/contact">write to us</Link>: choose the topic “{topic}”,
      and name the {subject} “{title}”.
    </>
  );
}
