import type { InputMaybe } from '../../../graphql/generated-types.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import { recordById } from '../../../server/resolvers/component-records.ts';
import { componentFields } from '../../../server/resolvers/components.ts';
import { recordUrl } from '../../../server/resolvers/urls.ts';
import type { Comment, Component, Debate as DebateRecord } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { normalizeHtml } from '../values/html.ts';
import { parseTaxonomyIds } from '../values/ids.ts';
import { findThread, isReadable } from './comment-threads.ts';

/** The newest comment in the thread of a debate; undefined if there is none. */
const findLastComment = ({ id }: DebateRecord, store: Store): Comment | undefined =>
  findThread('debates', id, store)
    .filter((comment) => isReadable(comment, store))
    .toSorted((a, b) => a.id - b.id)
    .at(-1);

export const Debate = {
  lastCommentAt: (debate: DebateRecord, _: unknown, { store }: RequestContext) =>
    findLastComment(debate, store)?.createdAt ?? null,
  lastCommentBy: (debate: DebateRecord, _: unknown, { store }: RequestContext) =>
    store.find('users', findLastComment(debate, store)?.authorId ?? null) ?? null,
  url: recordUrl('debates'),
};

/** `CreateDebateInput` and `UpdateDebateInput`; the texts are stored under the locale. */
interface DebateInput {
  locale: string;
  attributes: { title: string; description: string; taxonomies?: InputMaybe<string[]> };
}

const textFields = ({ locale, attributes }: DebateInput) => ({
  title: { [locale]: normalizeHtml(attributes.title) },
  description: { [locale]: normalizeHtml(attributes.description) },
});

export const DebatesMutation = {
  ...componentFields,
  debate: recordById('debates', 'DebateMutation'),

  /** The viewer becomes the author; the debate has no times. */
  createDebate(
    component: Component,
    { input }: { input: DebateInput },
    { store, viewer }: RequestContext,
  ): DebateRecord {
    return store.update((transaction) =>
      transaction.create('debates', {
        componentId: component.id,
        authorId: viewer!.id,
        ...textFields(input),
        instructions: null,
        informationUpdates: null,
        startTime: null,
        endTime: null,
        conclusions: null,
        closedAt: null,
        commentsEnabled: true,
        taxonomyIds: parseTaxonomyIds(input.attributes.taxonomies ?? [], store),
        changes: 0,
      }),
    );
  },
};

export const DebateMutation = {
  /** Removes the texts of other locales. Omitted taxonomies stay. */
  update({ id }: DebateRecord, { input }: { input: DebateInput }, { store }: RequestContext): DebateRecord {
    const { taxonomies } = input.attributes;
    return store.update((transaction) =>
      transaction.update('debates', id, {
        ...textFields(input),
        taxonomyIds: taxonomies ? parseTaxonomyIds(taxonomies, store) : undefined,
        changes: store.get('debates', id).changes + 1,
      }),
    );
  },

  close(
    { id }: DebateRecord,
    { input: { locale, attributes } }: { input: { locale: string; attributes: { conclusions: string } } },
    { store }: RequestContext,
  ): DebateRecord {
    return store.update((transaction) =>
      transaction.update('debates', id, {
        closedAt: store.now(),
        conclusions: { [locale]: normalizeHtml(attributes.conclusions) },
        changes: store.get('debates', id).changes + 1,
      }),
    );
  },
};
