import { parseRecordReference } from '../../src/records/kinds.ts';
import type { Kind } from '../../src/records/records.ts';
import { limits } from './limits.ts';
import { type PartReading, readingOf } from './record-reading.ts';
import { field, select } from './selection.ts';
import { type Node, idOf, nodesAt } from './values.ts';
import { type WorldBuilder, referenceTo } from './world-builder.ts';

export const comment = readingOf('comments', 'Comment', {
  commentable: null,
  body: {
    fields: [{ name: 'body' }],
    read: ({ value }, world) => (typeof value['body'] === 'string' ? { [world.locale]: value['body'] } : undefined),
  },
});

/** A comment and the replies to it. Decidim allows `comments` twice within itself. */
export const commentSelection = select(
  'Comment',
  comment.selection.fields,
  field('comments', select('Comment', comment.selection.fields, 'hasComments')),
);

/** Reads the comments in a list, and the replies as deep as the response has them. */
export function readComments(node: Node, commentable: ReturnType<typeof referenceTo>, world: WorldBuilder): void {
  const { kind, id: parentId } = parseRecordReference(commentable);
  const depth = kind === 'comments' ? (world.commentDepths.get(parentId) ?? 0) + 1 : 0;
  for (const each of nodesAt(node, 'comments')) {
    if (!each) {
      world.deletedComments.push(commentable);
      continue;
    }
    const id = idOf(each.value);
    // A comment has one place: a thread that leads back to itself is not followed.
    if (id === undefined || world.commentDepths.has(id)) continue;
    if (depth > limits.commentDepth) {
      world.deepThreads.add(commentable);
      continue;
    }
    world.commentDepths.set(id, depth);
    comment.read(each, world, { commentable });
    const reference = referenceTo('comments', id);
    if (Array.isArray(each.value['comments'])) readComments(each, reference, world);
    else if (each.value['hasComments'] === true) world.openThreads.set(reference, 'Decidim::Comments::Comment');
  }
}

/** The comments on a record, and what they say about its component. */
export const comments = (kind: Kind): PartReading => ({
  fields: [
    field('comments', commentSelection),
    ...['hasComments', 'type', 'acceptsNewComments', 'userAllowedToComment'].map((name) => ({ name })),
  ],
  read(node, { id }, world) {
    const reference = referenceTo(kind, id);
    const { acceptsNewComments, userAllowedToComment } = node.value;
    world.addHint(reference, { acceptsNewComments, userAllowedToComment });
    if (Array.isArray(node.value['comments'])) readComments(node, reference, world);
    else if (node.value['hasComments'] === true && typeof node.value['type'] === 'string')
      world.openThreads.set(reference, node.value['type']);
  },
});
