/**
 * Writes the scripts of the child processes into a data folder, as the first start of a gateway does. The image runs it
 * (Dockerfile): an empty volume gets the files of the image, and its first start strips no types.
 *
 *   node write-child-scripts.ts <data folder>
 */
import { createChildScripts } from './platform/runtime/child-scripts.ts';
import { hydrationScripts } from './releasing/admission/hydration/hydrator.ts';
import { renderScripts } from './serving/render/render-pool.ts';

const prepare = createChildScripts(process.argv[2]!);
renderScripts(prepare);
hydrationScripts(prepare);
