import { expect, it } from 'vitest';
import { tagLabel } from '../src/tag-label.ts';

it.each([
  ['devops-ci-cd', 'DevOps CI/CD'],
  ['iot-systems', 'IoT systems'],
  ['security', 'Security'],
  ['two-words', 'Two words'],
])('writes the tag %s as %s', (tag, label) => {
  expect(tagLabel(tag)).toBe(label);
});
