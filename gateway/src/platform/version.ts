/** The version of this gateway: that of its package.json. CHANGELOG.md says what each one changes. */
export const GATEWAY_VERSION = '1.0.0';
