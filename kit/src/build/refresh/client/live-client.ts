/**
 * Runs before React in a live shell in which an app is developed (live-shell.ts). The parts of the kit that it uses
 * are already in the page.
 */
// The names are webpack's.
/* oxlint-disable no-underscore-dangle */
import type { DataPorts } from './page-data.ts';
import { startRefresh } from './start-refresh.ts';
import type { WebpackRequire } from './refresh-page.ts';

/** The shell's entry, by the import map. */
const ENTRY = '/assets/shell/main.js';
const SHARED = '@voltframe/kit/react';

type Kit = Pick<DataPorts, 'registerIcons'>;
type Sharing = WebpackRequire & {
  S: Record<string, Record<string, Record<string, { get(): (() => Kit) | Promise<() => Kit> }>>>;
};

async function kitOfPage(): Promise<Kit> {
  const entry = (await import(/* webpackIgnore: true */ ENTRY)) as { __webpack_require__: Sharing };
  const [provided] = Object.values(entry.__webpack_require__.S['default']![SHARED]!);
  return (await provided!.get())();
}

startRefresh((icons) => {
  kitOfPage().then(
    (kit) => kit.registerIcons(icons),
    (cause: unknown) => console.warn('New icons show when the page loads again', cause),
  );
});
