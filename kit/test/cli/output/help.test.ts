import { expect, it } from 'vitest';
import { HELP } from '../../../src/cli/output/help.ts';

const commands = Object.keys(HELP).filter((command) => command !== 'help');

it.each(commands)('names MFE_GATEWAY in the help of %s if it calls the gateway', (command) => {
  expect(HELP[command]!.includes('MFE_GATEWAY')).toBe(!['docs', 'new', 'build', 'serve'].includes(command));
});
