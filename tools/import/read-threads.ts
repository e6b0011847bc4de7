import { comment, commentSelection, readComments } from './comment-reading.ts';
import type { ImportContext } from './import-context.ts';
import { limits } from './limits.ts';
import { type Answer, UnreadableError } from './reader.ts';
import { field, on, select, without } from './selection.ts';
import { type Node, idOf, nodesAt, present, user } from './values.ts';
import { parseRecordReference } from '../../src/records/kinds.ts';
import type { RecordReference } from '../../src/records/records.ts';
import { deletedUser } from './world-builder.ts';

/** The step that reads a thread. */
export const commentsOn = (reference: RecordReference): string => `the comments on ${reference}`;

const commentClass = 'Decidim::Comments::Comment';

/**
 * Reads the comments that the lists of records do not have: replies deeper than a query may ask for, and the comments on
 * records whose list the server refuses because a comment or its author was deleted.
 */
export async function readOpenThreads(context: ImportContext): Promise<void> {
  const { world, finish, plan, reader } = context;
  const read = new Set<RecordReference>();
  while (world.openThreads.size > 0) {
    const threads = [...world.openThreads].filter(([reference]) => !read.has(reference));
    threads.forEach(([reference]) => read.add(reference));
    world.openThreads.clear();
    plan(...threads.map(([reference]) => commentsOn(reference)));
    for (const [reference, className] of threads) {
      await readThread(context, reference, className);
      finish(commentsOn(reference));
    }
  }
  for (const reference of world.deepThreads)
    reader.report(`the replies to ${reference}: they are deeper than ${limits.commentDepth} comments`);
}

async function readThread(context: ImportContext, reference: RecordReference, className: string): Promise<void> {
  const { world, reader } = context;
  const { id } = parseRecordReference(reference);
  const whole = await readCommentable(context, id, className, commentSelection);
  if (whole && Array.isArray(whole.value['comments'])) return readComments(whole, reference, world);
  // An author who was deleted is an error, which takes the whole list with it.
  const shallow = without(select('Comment', comment.selection.fields, 'hasComments'), ['author'])!;
  const nameless = await readCommentable(context, id, className, shallow);
  if (!nameless || !Array.isArray(nameless.value['comments'])) {
    world.deletedComments.push(reference);
    reader.report(`the comments on ${reference}: one of them was deleted, so the server shows none`);
    return;
  }
  readComments(nameless, reference, world);
  for (const each of present(nodesAt(nameless, 'comments'))) await readAuthor(context, idOf(each.value));
}

async function readCommentable(
  { reader, world }: ImportContext,
  id: number,
  className: string,
  selection: typeof commentSelection,
): Promise<Node | undefined> {
  const args = `id: "${id}", type: ${JSON.stringify(className)}, locale: ${JSON.stringify(world.locale)}, toggleTranslations: false`;
  const comments = select('CommentableInterface', field('comments', selection));
  const { data, errors } = await reader.read(field('commentable', comments, args)).catch((error: unknown): Answer => {
    if (error instanceof UnreadableError) return { data: {}, errors: new Map() };
    throw error;
  });
  const value = data['commentable'];
  return typeof value === 'object' && value !== null
    ? { value: value as Record<string, unknown>, path: 'commentable', errors }
    : undefined;
}

async function readAuthor({ reader, world }: ImportContext, id: number | undefined): Promise<void> {
  if (id === undefined) return;
  const author = user('author');
  const args = `id: "${id}", type: "${commentClass}", locale: ${JSON.stringify(world.locale)}, toggleTranslations: false`;
  const { data, errors } = await reader.readParts(select('Comment', 'id', author.fields), (part) =>
    field('commentable', select('CommentableInterface', on(part)), args),
  );
  const value = (data['commentable'] ?? {}) as Record<string, unknown>;
  const authorId = author.read({ value, path: 'commentable', errors }, world);
  world.put('comments', { id, authorId: typeof authorId === 'number' ? authorId : deletedUser });
}
