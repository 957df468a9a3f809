import { expect, test } from 'vitest';
import { isOwnHost } from '../../../src/serving/http/own-host.ts';

const NAMES = ['ops.example.com', 'operations'];

test.each([
  'localhost',
  'localhost:3001',
  'LOCALHOST:1',
  'blog.localhost:3000',
  '127.0.0.1:3001',
  '10.0.0.5',
  '[::1]:3001',
  '[fd00::1]',
  'ops.example.com',
  'OPS.example.com:8443',
  'operations:3001',
])('isOwnHost accepts %s', (host) => {
  expect(isOwnHost(host, NAMES)).toBe(true);
});

test.each([
  undefined,
  '',
  'evil.example:3001',
  'localhost.evil.example',
  'evil.ops.example.com',
  'ops.example.com.evil.example',
  '127.0.0.1.evil.example',
  'localhost@evil.example',
  'evillocalhost',
  'a b',
])('isOwnHost refuses %s', (host) => {
  expect(isOwnHost(host, NAMES)).toBe(false);
});
