/**
 * The script inlined into every document (design: hydration). It works without React and before React loads. It
 * handles the header, the menu and early clicks, and starts all other scripts.
 */
import { watchChanges } from '@voltframe/kit/react/refusable';
import {
  type BootState,
  getHydrating,
  getLinks,
  readPageData,
  setHydrating,
  setLinks,
} from './boot-state.ts';
import { runHeader } from './bootstrap/header.ts';
import { holdClicks } from './bootstrap/hold-clicks.ts';
import { keepClicks } from './bootstrap/keep-clicks.ts';
import { planManifest } from './bootstrap/plan-manifest.ts';
import { startScripts } from './bootstrap/start-scripts.ts';

setHydrating(document, 'true');
setLinks(document, 'held');
const root = document.getElementById('app');
const boot: BootState = {
  data: readPageData(document),
  clicks: keepClicks(document),
  ...(root && { html: watchChanges(root) }),
};
window.platformBoot = boot;
runHeader(window);
holdClicks(
  window,
  () => getLinks(document),
  () => getHydrating(document),
);
planManifest(window, boot);
startScripts(window, boot.data.scripts);
