import type { Actor } from '../../audit/record.ts';
import type { Tx } from '../../db/transaction.ts';
import { hashOf } from '../../files/content.ts';
import { encodeAgain } from '../../files/picture.ts';
import { type FilePurpose, type FileType, MAX_ACCOUNT_BYTES, PURPOSES } from '../../files/purposes.ts';
import { sniffType } from '../../files/sniff.ts';
import {
  type FileRow,
  type FileUsage,
  fileUsage,
  findAnyFile,
  insertFile,
  type NewFile,
  UNUSED_FOR_MS,
} from '../../files/store.ts';
import type { Deps } from '../../http/deps.ts';
import { GatewayError, invalidField } from '../../kit/errors.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, rowWrite } from '../../write/effects.ts';

export type Upload = {
  readonly accountId: string;
  readonly id: string;
  readonly purpose: FilePurpose;
  readonly name: string | null;
  readonly body: Buffer;
  readonly by: Actor;
};

type Content = Pick<FileRow, 'content_type' | 'width' | 'height'> & { bytes: Buffer };

/**
 * Stores what was sent. Nothing refers to it yet, and it is removed after a day unless an operation keeps it. With an
 * object store the row is written first and says when the content is there: an upload that dies leaves a row to sweep.
 */
export async function uploadFile(deps: Deps, upload: Upload, answer?: Answer<FileRow>): Promise<FileRow> {
  const content = await readContent(upload);
  const { files, writer } = deps;
  const now = deps.clock.now();
  const { accountId, id, purpose } = upload;
  const load = async (tx: Tx): Promise<UploadState> => ({
    earlier: await findAnyFile(tx, accountId, id),
    usage: await fileUsage(tx, accountId, purpose),
  });
  const file = newFile(upload, content, now);
  if (!files.isOutside) {
    const data = files.sealed(purpose, content.bytes);
    const stored = { ...file, data, is_stored: true };
    return writer.commit({ load, decide: (state) => decideUpload(state, stored, upload.by) }, answer);
  }
  const begun = { ...file, data: null, is_stored: false };
  const { is_stored } = await writer.commit({ load, decide: (state) => decideUpload(state, begun, null) });
  if (!is_stored) await files.put(file, content.bytes);
  const stored = { ...begun, is_stored: true };
  return writer.commit({ load, decide: (state) => decideUpload(state, stored, upload.by) }, answer);
}

/** What is sent is judged by its bytes. Pictures are encoded again; PDFs stay as they are. */
async function readContent({ purpose, body }: Upload): Promise<Content> {
  const rules = PURPOSES[purpose];
  const type = sniffType(body);
  if (type === null || (type === 'application/pdf' && !rules.takesPdf)) {
    throw invalidField('body', `must be a PNG, JPEG or WebP picture${rules.takesPdf ? ', or a PDF' : ''}`);
  }
  if (type === 'application/pdf') return { content_type: type, width: null, height: null, bytes: body };
  const picture = await encodeAgain(body, rules);
  if (!picture)
    throw invalidField('body', 'is a picture that cannot be read, or has more than 25 megapixels');
  const { width, height, bytes } = picture;
  return { content_type: picture.type satisfies FileType, width, height, bytes };
}

function newFile(upload: Upload, content: Content, now: Date): Omit<NewFile, 'data' | 'is_stored'> {
  const { accountId, id, purpose, name } = upload;
  const { bytes, ...shape } = content;
  return {
    ...{ account_id: accountId, id, purpose, name, ...shape },
    size: bytes.length,
    sha256: hashOf(bytes),
    keep_until: new Date(now.getTime() + UNUSED_FOR_MS),
    created_at: now,
  };
}

export type UploadState = { earlier: FileRow | null; usage: FileUsage };

/** `by`: null while the content is still on its way. */
export function decideUpload(
  { earlier, usage }: UploadState,
  file: NewFile,
  by: Actor | null,
): Decision<FileRow> {
  if (earlier?.is_stored) return done(earlier);
  const { purpose, content_type, size } = file;
  if (!earlier && usage.files >= BigInt(PURPOSES[purpose].maxFiles)) {
    return new GatewayError('FILE_LIMIT_REACHED', `The account has ${usage.files} files for ${purpose}`);
  }
  if (!earlier && usage.bytes + BigInt(size) > BigInt(MAX_ACCOUNT_BYTES)) {
    return new GatewayError('FILE_LIMIT_REACHED', 'The files of the account take up all the room they may');
  }
  const target = { kind: 'file', id: file.id };
  const details = { purpose, content_type, size };
  return done(file, {
    rows: [rowWrite(insertFile, file)],
    audit: by ? [{ actor: by, accountId: file.account_id, action: 'file.uploaded', target, details }] : [],
  });
}
