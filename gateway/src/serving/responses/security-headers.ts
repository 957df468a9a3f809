const YEAR_S = 31_536_000;

/**
 * Headers that every answer carries.
 * @param csp see `contentSecurityPolicy`.
 * @param secure whether the site's own address is https.
 */
export function securityHeaders(csp: string, secure: boolean): Record<string, string> {
  return {
    'content-security-policy': csp,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...(secure && { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` }),
  };
}
