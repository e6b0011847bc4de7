import { GraphQLScalarType } from 'graphql';
import { graphqlRubyOptions } from '../executor/graphql-ruby-options.ts';

/** A text that the platform can read as a date and time; what it cannot read ends in a Crash. */
const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  parseValue(value) {
    graphqlRubyOptions.scalars.DateTime(value);
    return value as string;
  },
});

/** The scalars whose inputs are the platform's own. */
export const scalarResolvers = { DateTime };
