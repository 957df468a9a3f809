import type { Page } from 'playwright';
import type { MfeConfig, MfeRoute } from '@voltframe/kit/contract/release/mfe-config';

/** One page of ordinary React, or one that the platform has to refuse. */
export interface Case {
  /** Its page is `/<app>/<name>`, its folder `src/<name>`. */
  name: string;
  /** Its app; default: the one of most cases. Another one where files of the app, as `postcss.config.mjs`, differ. */
  app?: string;
  /** Package → exact version. */
  packages?: Record<string, string>;
  /** File of its folder → text; `page.tsx` is the page. A name that begins with `/` is a file of the app. */
  files: Record<string, string>;
  /** The route's other properties. */
  route?: Partial<MfeRoute>;
  /** The app's other properties. */
  config?: Partial<MfeConfig>;
  /** Text of the page: in the document of the server, after hydration and after a click. */
  shows?: string;
  /** Selector of an element that the page adds late: the page is looked at when the element is there. */
  late?: string;
  /** Address of another site → the script or HTML that stands in for the one there. */
  scripts?: Record<string, string>;
  /** Uses the page, once after its first load and once after a click. @throws an error when it does not work */
  use?(page: Page): Promise<void>;
  /** `mfe check` and `mfe publish` accept it, and warn with this text. */
  warned?: RegExp;
  /** The build or admission refuses it with this text. */
  refused?: RegExp;
}

/** @returns a case of one file: its page. */
export function pageCase(name: string, page: string, more: Omit<Case, 'name' | 'files'> = {}): Case {
  return { name, files: { 'page.tsx': page }, ...more };
}
