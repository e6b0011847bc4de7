import type { RequestContext } from '../../../graphql/context.ts';
import { isRestricted } from '../../../server/resolvers/find-space.ts';
import type { Kind, Records } from '../../../records/records.ts';
import { diskPath, privateDownloadPath, representationPath } from '../values/files.ts';
import { findSpaceOf } from '../values/record-space.ts';
import { byNumber, many, referenceTo, referring } from './relations.ts';

type AttachmentRecord = Records['attachments'];

/** Creates `attachments` of `AttachableInterface`: by weight, then by id. */
export const attachments = (kind: Kind) => referring('attachments', 'attachedTo', kind, byNumber('weight'));

/** Creates `attachmentCollections` of `AttachableCollectionInterface`. */
export const attachmentCollections = (kind: Kind) =>
  referring('attachmentCollections', 'collectionFor', kind, byNumber('weight'));

export const AttachmentCollection = { attachments: many('attachments', 'collectionId', byNumber('weight')) };

export const Attachment = {
  contentType: ({ file }: AttachmentRecord) => file?.contentType ?? 'text/uri-list',
  fileSize: ({ file }: AttachmentRecord) => String(file?.bytes ?? 0),
  /** Only pictures have one. */
  thumbnail: ({ id, file }: AttachmentRecord) =>
    file?.contentType.startsWith('image/') ? representationPath(`${referenceTo('attachments', id)}/file`, file) : null,
  /** The ending of the file. */
  type: ({ file }: AttachmentRecord) => (file ? file.name.split('.').at(-1)! : 'link'),
  /** A path in a restricted space. */
  url({ id, attachedTo, link, file }: AttachmentRecord, _: unknown, { store, origin }: RequestContext) {
    if (!file) return link;
    const reference = `${referenceTo('attachments', id)}/file` as const;
    const space = findSpaceOf(attachedTo, store);
    return space && isRestricted(space) ? privateDownloadPath(reference) : `${origin}${diskPath(reference, file)}`;
  },
};
