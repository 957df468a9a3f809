import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseTsconfig } from 'get-tsconfig';

/** Targets of TypeScript with fields that are assigned to an object as before ES2022. */
const OLD_TARGET = /^es(?:3|5|6|201\d|202[01])$/i;

/**
 * @param root folder of the app
 * @returns the options of swc for decorators: those of the standard, or those that the app's `tsconfig.json` asks for
 *   (`experimentalDecorators`), with the fields of classes and the types as TypeScript would write them there
 */
export function decoratorOptions(root: string): object {
  const file = path.join(root, 'tsconfig.json');
  const { compilerOptions = {} } = existsSync(file) ? parseTsconfig(file) : {};
  if (!compilerOptions.experimentalDecorators) return { decoratorVersion: '2022-03' };
  return {
    legacyDecorator: true,
    decoratorMetadata: compilerOptions.emitDecoratorMetadata ?? false,
    useDefineForClassFields:
      compilerOptions.useDefineForClassFields ?? !OLD_TARGET.test(compilerOptions.target ?? ''),
  };
}
