import path from 'node:path';
import { Argument } from 'commander';
import { loadApp } from '../../build/load-config.ts';
import { writeChanged } from '../../build/release/write-release.ts';
import type { RecordedAnswers } from '../../contract/operations/operations.ts';
import type { MfeConfig } from '../../contract/release/mfe-config.ts';
import {
  parseRecordedAnswers,
  RECORDED_SOURCE,
  type RecordedAnswer,
} from '../../contract/release/recorded-answers.ts';
import { isDeclaredPath } from '../../contract/release/upstreams.ts';
import { connect } from '../gateway/operations-client.ts';
import { type DeclareCommand, createCommand, printed } from '../command.ts';

/** Declares `mfe record`. */
export const recordCommand: DeclareCommand = (run) =>
  createCommand('record', {
    description: `Writes the answers of the app's upstreams that the gateway has stored to upstreams.recorded.json in the folder of the
app. Checks, previews and mfe dev use a recorded answer where an upstream has never answered; visitors never get it.
The file is part of the release and of your repository: review its content. Open the pages that request the answers
before you run this command.`,
    examples: ['mfe record mfe-blog'],
  })
    .addArgument(new Argument('[folder]', 'of the app').default('.', 'this folder'))
    .action(
      printed(run, async (folder: string) => {
        const { config, paths } = await loadApp(path.resolve(run.cwd, folder));
        const call = { parameters: { app: config.name } };
        const { answers } = await connect(run).call<RecordedAnswers>('answers', call);
        const text = recordOf(config, answers);
        const count = (JSON.parse(text) as unknown[]).length;
        const file = path.join(paths.root, RECORDED_SOURCE);
        const changed = count > 0 && writeChanged(file, text);
        const counted = `${count} ${count === 1 ? 'answer' : 'answers'}${changed ? '' : ', as before'}`;
        return {
          answer: { answers: count, changed },
          text: () =>
            count === 0
              ? `The gateway has no answers for ${config.name}: open the pages that ask for them.`
              : `${RECORDED_SOURCE}: ${counted}`,
        };
      }),
    );

/**
 * @returns the answers to requests that the app still declares, in a fixed order.
 * @throws for an invalid record, because it comes from a gateway and becomes part of a release.
 */
function recordOf({ upstreams = {} }: MfeConfig, answers: RecordedAnswer[]): string {
  const declared = answers.filter(
    ({ upstream, path: at }) =>
      Object.hasOwn(upstreams, upstream) && isDeclaredPath(upstreams[upstream]!.paths, at),
  );
  const keyOf = ({ upstream, path: at, query }: RecordedAnswer): string =>
    JSON.stringify([upstream, at, query]);
  const sorted = parseRecordedAnswers(JSON.stringify(declared)).toSorted((a, b) =>
    keyOf(a) < keyOf(b) ? -1 : 1,
  );
  return `${JSON.stringify(sorted, null, 2)}\n`;
}
