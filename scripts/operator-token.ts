import { createOperatorToken } from '../gateway/src/cli/operator-token.ts';

/** `npm run operator-token -- <name>`: the first token of the operations port. Reads the site's own settings. */
const [name = 'operator'] = process.argv.slice(2);
console.log(await createOperatorToken({ ...process.env, RELEASES: 'none' }, name));
