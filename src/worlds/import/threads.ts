import { parseRecordReference } from '../../records/kinds.ts';
import type { RecordReference } from '../../records/records.ts';
import { type Field, field, on, select } from './query.ts';
import { type Reader, UnreadableError } from './reader.ts';
import { type Json, idOf, itemsAt, objectOf, present, user } from './record-reading.ts';
import { comment, commentFields, readComments } from './readings.ts';
import { type WorldBuilder, deletedUser } from './world-builder.ts';

/** Runs steps, which the report names if the import stops before they are finished. */
export type RunSteps = <T>(
  steps: readonly T[],
  nameOf: (step: T) => string,
  run: (step: T) => Promise<void>,
) => Promise<void>;

const commentClass = 'Decidim::Comments::Comment';

/**
 * Reads the comments that the lists of records do not have: replies deeper than a query may ask for, and the comments on
 * records whose list the server refuses because a comment or its author was deleted.
 */
export async function readOpenThreads(reader: Reader, world: WorldBuilder, runSteps: RunSteps): Promise<void> {
  const read = new Set<RecordReference>();
  while (world.openThreads.size > 0) {
    const threads = [...world.openThreads].filter(([reference]) => !read.has(reference));
    for (const [reference] of threads) read.add(reference);
    world.openThreads.clear();
    await runSteps(
      threads,
      ([reference]) => `the comments on ${reference}`,
      ([reference, className]) => readThread(reader, world, reference, className),
    );
  }
}

/** The comments without their authors: an author who was deleted is an error, which takes the whole list with it. */
const withoutAuthor = select(
  comment.fields.filter(({ name }) => name !== 'author'),
  'hasComments',
);
const author = user('author');

async function readThread(reader: Reader, world: WorldBuilder, reference: RecordReference, className: string) {
  const { id } = parseRecordReference(reference);
  const whole = await readCommentable(reader, world, id, className, commentFields);
  if (Array.isArray(whole['comments'])) return readComments(whole, reference, world);
  const nameless = await readCommentable(reader, world, id, className, withoutAuthor);
  if (!Array.isArray(nameless['comments'])) {
    world.deletedComments.push(reference);
    reader.miss('comments', undefined, 'one on the same record was deleted, so the server shows none');
    return;
  }
  readComments(nameless, reference, world);
  for (const each of present(itemsAt(nameless, 'comments').map(idOf))) {
    const data = await reader.readParts('comments', select('id', author.fields), (of) =>
      field('commentable', on('Comment', of), argumentsOf(world, each, commentClass)),
    );
    const authorId = author.read(objectOf(data['commentable']) ?? {}, world);
    world.put('comments', { id: each, authorId: typeof authorId === 'number' ? authorId : deletedUser });
  }
}

const argumentsOf = ({ locale }: WorldBuilder, id: number, className: string) => ({
  id: `"${id}"`,
  type: JSON.stringify(className),
  locale: JSON.stringify(locale),
  toggleTranslations: 'false',
});

async function readCommentable(
  reader: Reader,
  world: WorldBuilder,
  id: number,
  className: string,
  fields: Field[],
): Promise<Json> {
  try {
    const data = await reader.read(field('commentable', field('comments', fields), argumentsOf(world, id, className)));
    return objectOf(data['commentable']) ?? {};
  } catch (error) {
    if (error instanceof UnreadableError) return {};
    throw error;
  }
}
