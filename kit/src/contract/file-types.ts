/** A type of files that visitors may send and get: no browser runs one as a page, a script or a style. */
export interface FileKind {
  /** Endings of file names; the first is added to a name without one. */
  endings: readonly [string, ...string[]];
  /** The first bytes, one character each. */
  begins: RegExp;
}

/** The bytes that a file needs at its beginning for {@link fileTypeOf}. */
export const FILE_HEAD_BYTES = 16;

const ZIP = /^PK\x03\x04/;
/** No text has a NUL. */
const TEXT = /^[^\0]*$/;

/** Media type → its kind. */
export const FILE_TYPES = {
  'application/pdf': { endings: ['pdf'], begins: /^%PDF-\d/ },
  'image/png': { endings: ['png'], begins: /^\x89PNG\r\n\x1a\n/ },
  'image/jpeg': { endings: ['jpg', 'jpeg'], begins: /^\xff\xd8\xff/ },
  'image/gif': { endings: ['gif'], begins: /^GIF8[79]a/ },
  'image/webp': { endings: ['webp'], begins: /^RIFF[^]{4}WEBP/ },
  'image/avif': { endings: ['avif'], begins: /^[^]{4}ftypavi[fs]/ },
  'image/heic': { endings: ['heic'], begins: /^[^]{4}ftyp(?:hei[cx]|mif1)/ },
  'video/mp4': { endings: ['mp4', 'm4v'], begins: /^[^]{4}ftyp/ },
  'audio/mpeg': { endings: ['mp3'], begins: /^(?:ID3|\xff[\xe2-\xff])/ },
  'application/zip': { endings: ['zip'], begins: ZIP },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    endings: ['docx'],
    begins: ZIP,
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { endings: ['xlsx'], begins: ZIP },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    endings: ['pptx'],
    begins: ZIP,
  },
  'application/vnd.oasis.opendocument.text': { endings: ['odt'], begins: ZIP },
  'application/vnd.oasis.opendocument.spreadsheet': { endings: ['ods'], begins: ZIP },
  'application/json': { endings: ['json'], begins: TEXT },
  'text/plain': { endings: ['txt', 'log', 'md'], begins: TEXT },
  'text/csv': { endings: ['csv'], begins: TEXT },
  'text/calendar': { endings: ['ics'], begins: TEXT },
} as const satisfies Record<string, FileKind>;

export type FileType = keyof typeof FILE_TYPES;

export const FILE_TYPE_NAMES = Object.keys(FILE_TYPES) as [FileType, ...FileType[]];

/** Files that may be sent or answered: each has one of the types, and those of a request together this size at most. */
export interface FileRule {
  types: readonly FileType[];
  maxMB: number;
}

/**
 * The type of a file by its name and content. What its sender says is not used, because browsers derive it from the
 * name, and other clients choose it.
 * @param name as its sender gives it.
 * @param head the first {@link FILE_HEAD_BYTES} bytes, fewer of a shorter file.
 * @returns the first of the types whose ending and first bytes the file has.
 */
export function fileTypeOf<Type extends FileType>(
  types: readonly Type[],
  name: string,
  head: Uint8Array,
): Type | undefined {
  const ending = endingOf(name);
  const text = String.fromCharCode(...head.subarray(0, FILE_HEAD_BYTES));
  return types.find((type) => {
    const { endings, begins }: FileKind = FILE_TYPES[type];
    return endings.includes(ending) && begins.test(text);
  });
}

/** @returns a name for a file of the type, whose ending is one of the type. */
export function nameWithEnding(name: string, type: FileType): string {
  const { endings }: FileKind = FILE_TYPES[type];
  return endings.includes(endingOf(name)) ? name : `${name}.${endings[0]}`;
}

/** In lower case, without the dot; '' without one. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}
