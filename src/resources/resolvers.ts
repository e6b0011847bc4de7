import type { IResolvers } from '@graphql-tools/utils';
import { GraphQLError, GraphQLScalarType } from 'graphql';
import { resolvers as budgets } from './budgets.ts';
import { resolvers as components } from './components.ts';
import { Connection } from './connections.ts';
import { resolvers as meetings } from './meetings.ts';
import { resolvers as proposals } from './proposals.ts';
import type { FieldResolvers } from './resolver-types.ts';
import { resolvers as results } from './results.ts';
import { resolvers as spaces } from './spaces.ts';
import { resolvers as taxonomies } from './taxonomies.ts';
import { resolvers as translations } from './translations.ts';
import { resolvers as users } from './users.ts';

/** Accepts any string. The attribute validation checks its format, because it runs after the authorization. */
const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  parseValue(value) {
    if (typeof value === 'string') return value;
    throw new GraphQLError('DateTime must be a string, such as "2027-03-12T18:00:00Z"');
  },
});

const Query = {
  organization: (_, __, { store }) => store.organization,
  session: (_, __, { viewer }) => (viewer ? { user: viewer } : null),
} satisfies FieldResolvers;

/** The resolvers of the contract. Other fields use the default resolver, which reads a record's property. */
export const resolvers: IResolvers = {
  ...budgets,
  ...components,
  ...meetings,
  ...proposals,
  ...results,
  ...spaces,
  ...taxonomies,
  ...translations,
  ...users,
  BudgetConnection: Connection,
  DateTime,
  MeetingConnection: Connection,
  ProposalConnection: Connection,
  Query: { ...Query, ...components.Query, ...spaces.Query },
  ResultConnection: Connection,
};
