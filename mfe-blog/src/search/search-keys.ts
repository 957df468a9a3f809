/**
 * Moves the focus between the search box and the results below it with the arrow keys. Escape returns to the box, or
 * empties it if it has the focus.
 * @param root contains the box and the results, which have `data-result`
 * @returns whether the key had an effect
 */
export function moveBySearchKey(key: string, root: ParentNode): boolean {
  const box = root.querySelector<HTMLInputElement>('input[type=search]');
  if (!box) return false;
  const stops = [box, ...root.querySelectorAll<HTMLElement>('[data-result]')];
  const at = stops.indexOf(box.ownerDocument.activeElement as HTMLElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Escape: 0 };
  const to = stops[steps[key] ?? -1];
  if (at < 0 || !to) return false;
  if (to !== stops[at]) to.focus();
  else if (box.value === '') return false;
  else {
    box.value = '';
    tellTyped(box);
  }
  return true;
}

/** Dispatches `input` for a text of the box that no input handler has seen. */
export function tellTyped(box: HTMLInputElement | null): void {
  box?.dispatchEvent(new Event('input', { bubbles: true }));
}
