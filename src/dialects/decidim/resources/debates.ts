import type { RequestContext } from '../../../graphql/context.ts';
import type { InputMaybe } from '../../../graphql/generated-types.ts';
import type { Component, Debate as DebateRecord } from '../../../records/records.ts';
import { recordById } from '../../../resources/component-records.ts';
import { componentFields } from '../../../resources/components.ts';
import type { Store } from '../../../store/store.ts';
import type { Permissions } from '../../../graphql/guards.ts';
import {
  type FormRule,
  characterCount,
  validateEtiquette,
  validateForm,
  validateLength,
  validatePresence,
} from '../forms/validations.ts';
import type { AttributeRules } from '../resource.ts';
import { normalizeHtml } from '../values/html.ts';
import { storeText } from '../values/stored-text.ts';
import { parseTaxonomyIds } from '../values/ids.ts';
import { findReadableThread } from './comments.ts';
import { createTraced, updateTraced } from './versions.ts';
import type { FieldResolvers, RecordResolvers } from '../../../resources/resolver-types.ts';
import { isAuthor, mayTakePart, refuseRootTaxonomy } from './relations.ts';

/** The newest comment in the thread of a debate; undefined if there is none. */
const findLastComment = (id: number, store: Store) =>
  findReadableThread('debates', id, store)
    .toSorted((a, b) => a.id - b.id)
    .at(-1);

const Debate = {
  lastCommentAt: ({ id }, _, { store }) => findLastComment(id, store)?.createdAt ?? null,
  lastCommentBy: ({ id }, _, { store }) => store.find('users', findLastComment(id, store)?.authorId ?? null) ?? null,
} satisfies RecordResolvers<'debates'>;

/** The author may change a debate until it is closed; administrators may not. */
const isAuthorOfOpenDebate = ({ id }: DebateRecord, context: RequestContext): boolean => {
  const debate = context.store.get('debates', id);
  return isAuthor(debate, context) && debate.closedAt === null;
};

export const permissions: Permissions = {
  'DebateMutation.close': isAuthorOfOpenDebate,
  'DebateMutation.update': isAuthorOfOpenDebate,
  'DebatesMutation.createDebate': (component: Component, context) =>
    component.settings.creationEnabled && mayTakePart(component, context),
};

interface DebateAttributes {
  title: string;
  description: string;
  taxonomies?: InputMaybe<string[]>;
}

const debateRules: FormRule<DebateAttributes>[] = [
  ['title', ({ title }) => validatePresence(title)],
  ['description', ({ description }) => validatePresence(description)],
  ['title', ({ title }) => validateEtiquette(title)],
  ['description', ({ description }) => validateEtiquette(description)],
];

const debateAttributes: AttributeRules = {
  validate: (attributes: DebateAttributes, context) =>
    validateForm(debateRules, attributes) ??
    refuseRootTaxonomy(parseTaxonomyIds(attributes.taxonomies ?? [], context.store), context),
};

const conclusionRules: FormRule<{ conclusions: string }>[] = [
  [
    'conclusions',
    ({ conclusions }) => [
      ...validatePresence(conclusions),
      ...validateLength(characterCount(conclusions), 10, Infinity),
    ],
  ],
];

/** By the name of the input type. */
export const attributeRules: Record<string, AttributeRules> = {
  CloseDebateAttributes: { validate: (attributes) => validateForm(conclusionRules, attributes) },
  DebateAttributes: debateAttributes,
};

/** `CreateDebateInput` and `UpdateDebateInput`; the texts are stored under the locale. */
interface DebateInput {
  input: { locale: string; attributes: DebateAttributes };
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
