import { expect, it } from 'vitest';
import { finding } from '@voltframe/kit/contract/operations/finding';
import { defineErrors } from '@voltframe/kit/errors/define-errors';

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
