import { expect, test } from 'vitest';
import {
  contentSecurityPolicy,
  isResourceType,
  securityHeaders,
} from '../../../src/serving/responses/security-headers.ts';

test('forbids sniffing, framing, reading by other sites, and device access', () => {
  expect(securityHeaders('the policy', 'max-age=300')).toEqual({
    'content-security-policy': 'the policy',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'strict-transport-security': 'max-age=300',
  });
});

const directives = (hashes: string[]): Record<string, string> =>
  Object.fromEntries(
    contentSecurityPolicy(hashes)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.join(' ')];
      }),
  );

test('allows only files of the site, images in data: addresses, and images and media that the page has made', () => {
  expect(directives([])).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'media-src': "'self' blob:",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
  });
});

test('allows inline scripts only by hash', () => {
  expect(directives(['abc=', 'def='])['script-src']).toBe("'self' 'sha256-abc=' 'sha256-def='");
});

test('allows inline stylesheets only by hash', () => {
  expect(contentSecurityPolicy([], { sources: {} }, ['abc='])).toContain(
    "; style-src 'self' 'sha256-abc='; ",
  );
});

test('allows stylesheets that are made in the browser only where they are declared, and then without hashes', () => {
  const policy = contentSecurityPolicy([], { sources: {}, runtimeStylesOf: 'docs' }, ['abc=']);
  expect(policy).toContain("; style-src 'self' 'unsafe-inline'; ");
  expect(policy).not.toContain('sha256-abc=');
});

test('adds only the foreign sources of a page', () => {
  const foreign = { 'img-src': ['https://a.example'], 'frame-src': ['https://b.example'] };
  const changed = contentSecurityPolicy([], { sources: foreign }).split('; ');
  const plain = contentSecurityPolicy([]).split('; ');
  expect(changed.filter((directive) => !plain.includes(directive))).toEqual([
    "img-src 'self' data: blob: https://a.example",
    'frame-src https://b.example',
  ]);
  expect(plain.filter((directive) => !changed.includes(directive))).toEqual(["img-src 'self' data: blob:"]);
});

test('lets forms send to the sites that a page declares', () => {
  const sources = { 'form-action': ['https://a.example'] };
  expect(contentSecurityPolicy([], { sources })).toContain("; form-action 'self' https://a.example; ");
});

test('allows foreign scripts of a page beside its own', () => {
  const policy = { sources: { 'script-src': ['https://a.example'] } };
  expect(contentSecurityPolicy(['abc='], policy)).toContain(
    "; script-src 'self' 'sha256-abc=' https://a.example; ",
  );
});

test('allows WebAssembly, and workers that are made of a text, only where they are declared', () => {
  const sources = { 'script-src': ["'wasm-unsafe-eval'"], 'worker-src': ['blob:'] };
  const policy = contentSecurityPolicy([], { sources });
  expect(policy).toContain("; script-src 'self' 'wasm-unsafe-eval'; ");
  expect(policy).toContain("; worker-src 'self' blob:; ");
});

test.each([
  'application/atom+xml; charset=utf-8',
  'application/rss+xml;charset=UTF-8',
  'application/json',
  'text/plain',
  'text/calendar; charset=utf-8',
])('accepts the resource type %s', (type) => {
  expect(isResourceType(type)).toBe(true);
});

test.each([
  'text/html',
  'TEXT/HTML; charset=utf-8',
  'text/html ; charset=utf-8',
  ' text/html',
  'text/html\t',
  'text/html, text/plain',
  'text/plain, text/html',
  'text/plain; charset=utf-8, text/html',
  'application/xhtml+xml',
  'image/svg+xml',
  'text/css',
  'multipart/x-mixed-replace; boundary=a',
  'text',
  '',
  `text/${'x'.repeat(200)}`,
])('refuses the resource type %j', (type) => {
  expect(isResourceType(type)).toBe(false);
});
