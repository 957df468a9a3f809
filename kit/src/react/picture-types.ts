// oxlint-disable-next-line typescript/triple-slash-reference -- what it declares is global, and it is no module
/// <reference path="./images.d.ts" preserve="true" />
import type { Picture } from '../contract/page/picture.ts';

declare module 'react' {
  /** The place in React's types for what an `<img>` can show besides an address: here what importing an image gave. */
  interface DO_NOT_USE_OR_YOU_WILL_BE_FIRED_EXPERIMENTAL_IMG_SRC_TYPES {
    picture: Picture;
  }
}

export type { Picture };
