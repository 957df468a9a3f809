const SHOWN_MS = 2000;

/**
 * Puts a copy button on every code sample of a post. The samples are HTML of the content compiler, so the buttons are
 * added to them in the browser.
 * @param text the element that holds the post
 * @returns a function that removes the buttons
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
    // Tells screen readers the outcome: the button keeps its aria-label.
    const status = document.createElement('span');
    status.className = 'visually-hidden';
    status.setAttribute('role', 'status');
    button.addEventListener('click', () => void copy(sample, button, status, clipboard));
    // The button is beside the sample, not in it, so that it does not scroll with a long line.
    const holder = document.createElement('div');
    holder.className = 'sample';
    // A moved element loses its focus and its scroll position.
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
  // Screen readers announce a text only when it changes.
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
