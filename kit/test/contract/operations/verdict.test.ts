import { expect, it } from 'vitest';
import { triedAgain, finding } from '@voltframe/kit/contract/operations/verdict';
import { defineErrors } from '@voltframe/kit/errors/define-errors';

it.each([
  [[], 'another app'],
  [['shell'], 'shell'],
  [['blog', 'shell'], 'blog or shell'],
])('says that it is tried again when one of %j changes', (apps, who) => {
  expect(triedAgain(apps)).toBe(`it waits and is tried again when ${who} changes`);
});

const errors = defineErrors('PLANTED', {
  BAD: { status: 422, message: 'Bad {what}', why: 'Because of {what}.', fix: 'Mend {what}.' },
});

it("tells a defect in the catalogue's words, and only the texts meant for a team", () => {
  expect(finding('blog', errors.BAD({ what: 'route' }))).toEqual({
    code: 'PLANTED_BAD',
    app: 'blog',
    reason: 'Bad route',
    fix: 'Mend route.',
  });
});

it('names the app whose version it waits for', () => {
  expect(finding('blog', errors.BAD({ what: 'x' }), 'shell')).toMatchObject({ waitsFor: 'shell' });
});
