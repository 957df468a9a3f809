/**
 * The browsers that run the client code, as a browserslist: those with import maps, which the platform cannot do without.
 * The build compiles syntax down to it; for built-ins no polyfills are sent, so client code uses none that is newer
 * (tests/architecture/client-rules.ts). In older browsers the server's HTML works with plain links.
 */
export const BROWSERS = ['chrome >= 89', 'edge >= 89', 'firefox >= 108', 'safari >= 16.4', 'ios_saf >= 16.4'];
