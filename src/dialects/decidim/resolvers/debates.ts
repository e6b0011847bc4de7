import type { InputMaybe } from '../../../graphql/generated-types.ts';
import type { Component } from '../../../records/records.ts';
import { recordById } from '../../../server/resolvers/component-records.ts';
import { componentFields } from '../../../server/resolvers/components.ts';
import type { Store } from '../../../store/store.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { normalizeHtml } from '../values/html.ts';
import { parseTaxonomyIds } from '../values/ids.ts';
import { findReadableThread } from './comments.ts';
import type { FieldResolvers, RecordResolvers } from '../../../server/resolvers/resolver-types.ts';

/** The newest comment in the thread of a debate; undefined if there is none. */
const findLastComment = (id: number, store: Store) =>
  findReadableThread('debates', id, store)
    .toSorted((a, b) => a.id - b.id)
    .at(-1);

const Debate = {
  lastCommentAt: ({ id }, _, { store }) => findLastComment(id, store)?.createdAt ?? null,
  lastCommentBy: ({ id }, _, { store }) => store.find('users', findLastComment(id, store)?.authorId ?? null) ?? null,
} satisfies RecordResolvers<'debates'>;

/** `CreateDebateInput` and `UpdateDebateInput`; the texts are stored under the locale. */
interface DebateInput {
  input: { locale: string; attributes: { title: string; description: string; taxonomies?: InputMaybe<string[]> } };
}

interface CloseDebateInput {
  input: { locale: string; attributes: { conclusions: string } };
}

const textFields = ({ input: { locale, attributes } }: DebateInput) => ({
  title: { [locale]: normalizeHtml(attributes.title) },
  description: { [locale]: normalizeHtml(attributes.description) },
});

/** Updates a debate, which has one change more. */
const change = (id: number, fields: Parameters<Transaction['update']>[2], store: Store) =>
  store.update((transaction) =>
    transaction.update('debates', id, { ...fields, changes: store.get('debates', id).changes + 1 }),
  );

const DebatesMutation = {
  ...componentFields,
  debate: recordById('debates', 'DebateMutation'),

  /** The viewer becomes the author; the debate has no times. */
  createDebate: (component, args: DebateInput, { store, viewer }) =>
    store.update((transaction) =>
      transaction.create('debates', {
        componentId: component.id,
        authorId: viewer!.id,
        ...textFields(args),
        instructions: null,
        informationUpdates: null,
        startTime: null,
        endTime: null,
        conclusions: null,
        closedAt: null,
        commentsEnabled: true,
        taxonomyIds: parseTaxonomyIds(args.input.attributes.taxonomies ?? [], store),
        changes: 0,
      }),
    ),
} satisfies FieldResolvers<Component>;

const DebateMutation = {
  /** Removes the texts of other locales. Omitted taxonomies stay. */
  update({ id }, args: DebateInput, { store }) {
    const { taxonomies } = args.input.attributes;
    const taxonomyIds = taxonomies ? parseTaxonomyIds(taxonomies, store) : undefined;
    return change(id, { ...textFields(args), taxonomyIds }, store);
  },

  close({ id }, { input: { locale, attributes } }: CloseDebateInput, { store }) {
    const conclusions = { [locale]: normalizeHtml(attributes.conclusions) };
    return change(id, { closedAt: store.now(), conclusions }, store);
  },
} satisfies RecordResolvers<'debates'>;

export const resolvers = { Debate, DebateMutation, DebatesMutation };
