/**
 * Adds a new remote to the container files by copying the entries of the last remote, so that the files determine how
 * a remote is built and run.
 */

/** @returns the Dockerfile with stages for the app; unchanged when it has them, or has no remote to copy. */
export function addDockerTarget(dockerfile: string, name: string): string {
  const model = [...dockerfile.matchAll(/^FROM \S+ AS (mfe-[a-z\d-]+)$/gm)].map(([, target]) => target!);
  const last = model.findLast((target) => !target.endsWith('-release'));
  if (!last || model.includes(`mfe-${name}`)) return dockerfile;
  return repeatRuns(dockerfile.split('\n'), last, `mfe-${name}`).join('\n');
}

/**
 * @returns the Compose or stack file with a service for the app, and the gateway configured for it; unchanged as above.
 */
export function addComposeService(compose: string, name: string): string {
  const present = [...compose.matchAll(/^ {2}(mfe-[a-z\d-]+):$/gm)].map(([, service]) => service!);
  const last = present.at(-1);
  if (!last || present.includes(`mfe-${name}`)) return compose;
  const services = repeatService(compose.split('\n'), last, `mfe-${name}`).join('\n');
  // The gateway joins the network of each app; each app has its own network.
  const ownNetwork = new RegExp(`^ +(?:- ${last}|${last}: \\{(?:.*internal: true.*)?\\})$`, 'gm');
  const added = services.replace(ownNetwork, (line) => `${line}\n${line.replace(last, `mfe-${name}`)}`);
  const origin = new RegExp(`(?<![\\w-])${last.slice('mfe-'.length)}=http://${last}(:\\d+)`, 'g');
  return added.replace(origin, (source, port: string) => `${source},${name}=http://mfe-${name}${port}`);
}

/** A copy of the model's service below it, separated like the model. */
function repeatService(lines: string[], model: string, name: string): string[] {
  const at = lines.indexOf(`  ${model}:`);
  const length = lines.slice(at + 1).findIndex((line) => !line.startsWith('   '));
  const end = length < 0 ? lines.length : at + 1 + length;
  const service = lines.slice(at, end).map((line) => line.replaceAll(model, name));
  return lines.toSpliced(end, 0, ...(lines[at - 1] === '' ? [''] : []), ...service);
}

/** Copies each run of lines with the model's name for the new name; a stage includes its empty line. */
function repeatRuns(lines: string[], model: string, name: string): string[] {
  const names = (line: string | undefined): boolean => {
    return line !== undefined && !line.startsWith('#') && new RegExp(`\\b${model}(?![a-z\\d])`).test(line);
  };
  const result: string[] = [];
  let run: string[] = [];
  for (const [index, line] of lines.entries()) {
    result.push(line);
    if (names(line)) run.push(line.replaceAll(model, name));
    if (run.length === 0 || names(lines[index + 1])) continue;
    result.push(...(run[0]!.startsWith('FROM ') ? [''] : []), ...run);
    run = [];
  }
  return result;
}
