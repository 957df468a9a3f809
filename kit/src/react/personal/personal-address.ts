import { PERSONAL_PREFIX } from '../../contract/release/personal.ts';
import type { PersonalName, PersonalPath } from '../../contract/page/site-types.ts';

/** Set by the app's build: `/assets/{app}/`. */
// oxlint-disable-next-line no-underscore-dangle -- webpack sets this name
declare const __webpack_public_path__: string;

/**
 * @returns the address of personal data of this app: the `action` of a form that posts to a path with `body: 'form'`.
 */
export function personalAddress(name: PersonalName, path: PersonalPath): string {
  // Tests run the sources, without a build.
  const app = typeof __webpack_public_path__ === 'string' ? __webpack_public_path__.split('/')[2] : 'app';
  return `${PERSONAL_PREFIX}${app}/${name}${path}`;
}
