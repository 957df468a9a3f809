import styles from './network-wait.module.css';

const TEXT = 'You are offline. The page you asked for opens as soon as the connection is back.';

export type NetworkWait = ReturnType<typeof createNetworkWait>;

/** A navigation that waits for the network, and its note on the page. */
export function createNetworkWait(window: Window) {
  const { document } = window;
  let waiting: (() => void) | undefined;
  let note: HTMLElement | undefined;

  /** Ends the wait, for example because of another navigation. */
  function end(): void {
    if (waiting) window.removeEventListener('online', waiting);
    note?.remove();
    waiting = undefined;
  }

  return {
    end,
    /** Runs `task` when the network is back. An earlier waiting task is dropped. */
    wait(task: () => void): void {
      end();
      waiting = () => {
        end();
        task();
      };
      window.addEventListener('online', waiting);
      note = document.body.appendChild(document.createElement('p'));
      note.className = styles['note'] ?? '';
      note.setAttribute('role', 'status');
      note.textContent = TEXT;
    },
  };
}
