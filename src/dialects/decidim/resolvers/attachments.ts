import type { Kind } from '../../../store/records.ts';
import { byNumber, many, referring } from './relations.ts';

/** Creates `attachments` of `AttachableInterface`: by weight, then by id. */
export const attachments = (kind: Kind) => referring('attachments', 'attachedTo', kind, byNumber('weight'));

/** Creates `attachmentCollections` of `AttachableCollectionInterface`. */
export const attachmentCollections = (kind: Kind) => referring('attachmentCollections', 'collectionFor', kind);

export const AttachmentCollection = { attachments: many('attachments', 'collectionId', byNumber('weight')) };
