import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import { tagLabel } from '../tag-label.ts';
import { markWords } from '../search/marked-words.ts';
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
  const { slug, title, description, tags, terms, inText } = note;
  const path = `${SECTION}/${slug}`;
  return (
    <li className={styles['note']}>
      <PostFacts post={note} />
      <h2 className={styles['title']} data-shared={`title ${path}`}>
        <Link to={path} data-result="">
          <Marked text={title} terms={terms} />
        </Link>
      </h2>
      <p className={styles['description']}>
        <Marked text={description} terms={terms} />
      </p>
      <p className="label">
        <Marked text={tags.map(tagLabel).join(' · ')} terms={terms} />
        {inText.length > 0 ? (
          <>
            {' · in the text: '}
            <Marked text={inText.join(', ')} terms={terms} />
          </>
        ) : null}
      </p>
    </li>
  );
}

function Marked({ text, terms }: { text: string; terms: string[] }): ReactElement {
  return (
    <>
      {markWords(text, terms).map((piece, i) =>
        // A piece has no identity except its position.
        piece.marked ? <mark key={i}>{piece.text}</mark> : piece.text,
      )}
    </>
  );
}
