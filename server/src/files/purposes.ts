/** What a file is for. Each purpose has its own rules; a new one is a line in PURPOSES. */
export const FILE_PURPOSES = ['logo', 'product_picture', 'dispute_document', 'identity_document'] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const FILE_TYPES = [...PICTURE_TYPES, 'application/pdf'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];
export type FileType = (typeof FILE_TYPES)[number];

type PurposeRules = {
  readonly takesPdf: boolean;
  /** Served to everyone who has its address. All others are sealed where they are stored. */
  readonly isPublic: boolean;
  /** Bounds of a picture as it is stored. */
  readonly maxSide: number;
  readonly maxBytes: number;
  /** How many an account may have. */
  readonly maxFiles: number;
};

const KILOBYTE = 1_024;
const MEGABYTE = 1_024 * KILOBYTE;

/** Of what is sent, whatever its purpose. */
export const MAX_UPLOAD_BYTES = 5 * MEGABYTE;
/** Of all files of an account, as they are stored. */
export const MAX_ACCOUNT_BYTES = 500 * MEGABYTE;

const DOCUMENT = { takesPdf: true, isPublic: false, maxSide: 3_000, maxBytes: MAX_UPLOAD_BYTES };

export const PURPOSES: Readonly<Record<FilePurpose, PurposeRules>> = {
  logo: { takesPdf: false, isPublic: true, maxSide: 512, maxBytes: 100 * KILOBYTE, maxFiles: 100 },
  product_picture: {
    ...{ takesPdf: false, isPublic: true, maxSide: 1_024, maxBytes: 300 * KILOBYTE },
    maxFiles: 5_000,
  },
  dispute_document: { ...DOCUMENT, maxFiles: 2_000 },
  identity_document: { ...DOCUMENT, maxFiles: 100 },
};
