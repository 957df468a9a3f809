import { MB } from '@voltframe/kit/contract/units';
import type { FormState } from './edit-page.ts';
import type { Notice, NoticeSite } from './plain-notice.ts';
import type { RoutePorts } from './ports.ts';

/** A change of a page's document: the state of a refused post goes into its form, or a notice into its main part. */
export type Edit =
  | { html: string; form: string; state: FormState }
  | { html: string; notice: Notice; site: NoticeSite };

/** Longest time of one edit, in milliseconds: the thread may have to start, on a busy machine. A page takes 20. */
const EDIT_MS = 2_500;
/** Heap of the thread, in megabytes. */
const MEMORY_MB = 128;
/** Largest document, in characters: ten times as long as those of real pages. */
export const MOST_HTML = MB;
/** Most waiting edits. */
const MOST_WAITING = 16;

export type PageEditor = ReturnType<typeof createPageEditor>;

/**
 * Edits documents of pages in a thread that can be ended. Teams write these documents, and a parser of HTML takes
 * quadratic time for some of them (formatting elements that are nested wrongly): on the gateway's own thread 25 KB
 * would stop the site for half a minute.
 */
export function createPageEditor(openThread: RoutePorts['thread']) {
  const { run, end } = openThread<Edit, string | undefined>({
    module: import.meta.filename,
    name: 'editPage',
    memoryMb: MEMORY_MB,
    mostWaiting: MOST_WAITING,
    limit: { ms: EDIT_MS, reason: `it takes longer than ${EDIT_MS} ms`, blocks: false },
  });
  return {
    /**
     * @returns the document; undefined when it has no such form or no main part. @throws when it exceeds a limit:
     *   its length, its elements, the time, the memory, or the number of those that wait.
     */
    async edit(task: Edit): Promise<string | undefined> {
      if (task.html.length > MOST_HTML) throw new Error(`it is longer than ${MOST_HTML} characters`);
      return run(task);
    },
    /** Ends the thread. */
    end,
  };
}

/** Runs in the thread. @public */
export async function editPage(task: Edit): Promise<string | undefined> {
  // The gateway, which imports this file too, never loads the parser.
  const { fillForm, noticePage } = await import('./edit-page.ts');
  if ('form' in task) return fillForm(task.html, task.form, task.state);
  return noticePage(task.html, task.notice, task.site);
}
