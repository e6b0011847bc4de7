import type { InputMaybe } from '../../../graphql/generated-types.ts';
import type { Component } from '../../../records/records.ts';
import { recordById } from '../../../resources/component-records.ts';
import { componentFields } from '../../../resources/components.ts';
import type { Store } from '../../../store/store.ts';
import { normalizeHtml } from '../values/html.ts';
import { storeText } from '../values/stored-text.ts';
import { parseTaxonomyIds } from '../values/ids.ts';
import { findReadableThread } from './comments.ts';
import { createTraced, updateTraced } from './versions.ts';
import type { FieldResolvers, RecordResolvers } from '../../../resources/resolver-types.ts';

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

const textFields = ({ input: { locale, attributes } }: DebateInput, store: Store) => ({
  title: { [locale]: storeText(attributes.title, store) },
  description: { [locale]: storeText(attributes.description, store) },
});

const DebatesMutation = {
  ...componentFields,
  debate: recordById('debates', 'DebateMutation'),

  /** The viewer becomes the author; the debate has no times. */
  createDebate(component, args: DebateInput, context) {
    const fields = {
      componentId: component.id,
      authorId: context.viewer!.id,
      ...textFields(args, context.store),
      instructions: null,
      informationUpdates: null,
      startTime: null,
      endTime: null,
      conclusions: null,
      closedAt: null,
      commentsEnabled: true,
      taxonomyIds: parseTaxonomyIds(args.input.attributes.taxonomies ?? [], context.store),
      changes: 0,
    };
    return createTraced('debates', fields, context);
  },
} satisfies FieldResolvers<Component>;

const DebateMutation = {
  /** Removes the texts of other locales. Omitted taxonomies stay. */
  update({ id }, args: DebateInput, context) {
    const { taxonomies } = args.input.attributes;
    const taxonomyIds = taxonomies ? parseTaxonomyIds(taxonomies, context.store) : undefined;
    return updateTraced('debates', id, () => ({ ...textFields(args, context.store), taxonomyIds }), context);
  },

  close({ id }, { input: { locale, attributes } }: CloseDebateInput, context) {
    const conclusions = { [locale]: normalizeHtml(attributes.conclusions) };
    return updateTraced('debates', id, () => ({ closedAt: context.store.now(), conclusions }), context);
  },
} satisfies RecordResolvers<'debates'>;

export const resolvers = { Debate, DebateMutation, DebatesMutation };
