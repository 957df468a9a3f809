import { expect, it } from 'vitest';
import { contactTopic, tagLabel } from '../src/tag-label.ts';

it.each([
  ['devops-ci-cd', 'DevOps CI/CD'],
  ['iot-systems', 'IoT systems'],
  ['security', 'Security'],
  ['two-words', 'Two words'],
])('writes the tag %s as %s', (tag, label) => {
  expect(tagLabel(tag)).toBe(label);
});

it.each([
  [['security', 'iot-systems', 'robotics'], 'IoT systems'],
  [['security'], 'Something else'],
])('maps the tags %j to the contact topic %s', (tags, topic) => {
  expect(contactTopic(tags)).toBe(topic);
});
