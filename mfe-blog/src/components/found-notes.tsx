import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import type { MarkedText } from '../search/marked-words.ts';
import type { FoundNote } from '../search/note-search.ts';
import { SECTION } from '../section.ts';
import styles from './found-notes.module.css';
import { PostFacts } from './post-facts.tsx';

/** The results of a search, best first, with the matching words marked. */
export function FoundNotes({ notes }: { notes: FoundNote[] }): ReactElement {
  return (
    <ol className={styles['notes']}>
      {notes.map((note) => (
        <Note key={note.slug} note={note} />
      ))}
    </ol>
  );
}

function Note({ note }: { note: FoundNote }): ReactElement {
  const { slug, title, description, tags, snippet, inText } = note;
  const path = `${SECTION}/${slug}`;
  return (
    <li className={styles['note']}>
      <PostFacts post={note} />
      <h2 className={styles['title']} data-shared={`title ${path}`}>
        <Link to={path} data-result="">
          <Marked pieces={title} />
        </Link>
      </h2>
      <p className={styles['description']}>
        <Marked pieces={description} />
      </p>
      {snippet ? (
        <p className={styles['snippet']}>
          <Marked pieces={snippet} />
        </p>
      ) : null}
      <p className="label">
        <Marked pieces={tags} />
        {inText && !snippet ? ' · found in the text' : null}
      </p>
    </li>
  );
}

function Marked({ pieces }: { pieces: MarkedText }): ReactElement {
  return (
    <>
      {pieces.map((piece, i) =>
        // A piece has no identity except its position.
        i % 2 === 1 ? <mark key={i}>{piece}</mark> : piece,
      )}
    </>
  );
}
