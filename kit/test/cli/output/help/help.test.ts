import { expect, it } from 'vitest';
import { HELP } from '../../../../src/cli/output/help/help.ts';
import { LOOKING } from '../../../../src/cli/output/help/looking-help.ts';
import { MAKING } from '../../../../src/cli/output/help/making-help.ts';
import { OPERATING } from '../../../../src/cli/output/help/operating-help.ts';
import { RELEASING } from '../../../../src/cli/output/help/releasing-help.ts';

const commands = [MAKING, RELEASING, LOOKING, OPERATING].flatMap((group) => Object.keys(group));

it('has each command in one group', () => {
  expect(new Set(commands).size).toBe(commands.length);
  expect(Object.keys(HELP).toSorted()).toEqual(['help', ...commands].toSorted());
});

it.each(commands)('names %s in the overview', (command) => {
  expect(HELP['help']).toMatch(new RegExp(`\\bmfe ${command}\\b`));
});
