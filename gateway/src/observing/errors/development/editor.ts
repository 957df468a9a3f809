import type { SourcePlace } from '@voltframe/kit/contract/development/problem';
import { gatewayErrors } from '../../../platform/errors.ts';
import type { AppSources } from './app-sources.ts';

export interface EditorPorts {
  sources: Pick<AppSources, 'find'>;
  /** Its command; undefined = one that runs, else that of VISUAL or EDITOR. */
  editor: string | undefined;
  /** The library `launch-editor`. @param failed called where there is none to start, or it does not start */
  launch(place: string, editor: string | undefined, failed: () => void): void;
  tell(text: string): void;
}

/** Opens a source of an app in the editor of whoever develops. */
export interface Editor {
  /** @throws GW_SOURCE_UNKNOWN, GW_EDITOR_MISSING */
  open(app: string, place: SourcePlace): Promise<void>;
}

export function createEditor({ sources, editor, launch, tell }: EditorPorts): Editor {
  return {
    async open(app, { file, line }) {
      const found = await sources.find(app, file);
      if (found === undefined) throw gatewayErrors.SOURCE_UNKNOWN();
      let missing = false;
      launch(`${found}:${line}`, editor, () => {
        missing = true;
        tell('LAUNCH_EDITOR names the editor to start: LAUNCH_EDITOR=code npm run dev\n');
      });
      if (missing) throw gatewayErrors.EDITOR_MISSING();
    },
  };
}
