import { expect, it } from 'vitest';
import { triedAgain, finding } from '@voltframe/kit/contract/operations/verdict';
import { defineErrors } from '@voltframe/kit/errors/define-errors';

it.each([
  [[], 'another app'],
  [['shell'], 'shell'],
  [['blog', 'shell'], 'blog or shell'],
])('names the apps %j whose change leads to another admission', (apps, names) => {
  expect(triedAgain(apps)).toBe(`it waits and is tried again when ${names} changes`);
});

const errors = defineErrors('PLANTED', {
  BAD: { status: 422, message: 'Bad {what}', why: 'Because of {what}.', fix: 'Mend {what}.' },
});

it('returns code, message and fix of an error, without texts for operators', () => {
  expect(finding('blog', errors.BAD({ what: 'route' }))).toEqual({
    code: 'PLANTED_BAD',
    app: 'blog',
    reason: 'Bad route',
    fix: 'Mend route.',
  });
});

it('names the app that the release waits for', () => {
  expect(finding('blog', errors.BAD({ what: 'x' }), 'shell')).toMatchObject({ waitsFor: 'shell' });
});
