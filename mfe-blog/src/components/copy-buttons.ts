const SHOWN_MS = 2000;

/**
 * Puts a copy button on every code sample of a post. The samples are HTML of the content compiler, so the buttons are
 * added to them in the browser.
 * @param text the element that holds the post
 * @returns removes them again
 */
export function addCopyButtons(
  text: HTMLElement,
  clipboard: Pick<Clipboard, 'writeText'> | null,
): () => void {
  if (!clipboard) return () => {}; // not a secure context
  const buttons = [...text.querySelectorAll('pre')].map((sample) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', 'Copy this code sample');
    // Says the outcome to those who do not see the button: its label stays.
    const status = document.createElement('span');
    status.className = 'visually-hidden';
    status.setAttribute('role', 'status');
    button.addEventListener('click', () => void copy(sample, button, status, clipboard));
    // Beside the sample, not in it: it stays in place while a long line scrolls.
    const holder = document.createElement('div');
    holder.className = 'sample';
    // An element that moves loses the focus, and how far its lines were scrolled.
    const [focused, { scrollLeft }] = [sample === document.activeElement, sample];
    sample.replaceWith(holder);
    holder.append(sample, button, status);
    if (focused) sample.focus({ preventScroll: true });
    sample.scrollLeft = scrollLeft;
    return { holder, sample };
  });
  return () => buttons.forEach(({ holder, sample }) => holder.replaceWith(sample));
}

async function copy(
  sample: Element,
  button: HTMLElement,
  status: HTMLElement,
  clipboard: Pick<Clipboard, 'writeText'>,
): Promise<void> {
  // So that the same words are said again.
  status.textContent = '';
  const done = await clipboard.writeText(sample.textContent ?? '').then(
    () => true,
    () => false,
  );
  button.textContent = done ? 'Copied' : 'No access';
  status.textContent = done ? 'Copied' : 'The browser refused. The code is selected: copy it yourself.';
  if (!done) getSelection()?.selectAllChildren(sample);
  setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS);
}
