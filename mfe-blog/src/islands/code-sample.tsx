import { type ReactElement, useEffect, useRef } from 'react';
import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';
import { Prose } from '@voltframe/kit/react/components/prose';
import { clipboard } from '@voltframe/kit/react/refusable';
import samples from '../components/code.module.css';
import { addCopyButtons } from '../components/copy-buttons.ts';

/** A code sample for pages of other apps, with the copy button that samples of the notes have. */
export default function CodeSample({ code = '' }: { code?: string }): ReactElement {
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => (room.current ? addCopyButtons(room.current, clipboard()) : undefined), []);
  return (
    <div className={`${samples['code']} ${samples['single']}`}>
      <Prose ref={room} html={`<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`} />
    </div>
  );
}
