import { GraphQLScalarType } from 'graphql';
import { analysis } from './analysis.ts';

/** A text that the platform can read as a date and time; what it cannot read ends in a Crash. */
const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  parseValue(value) {
    analysis.scalars.DateTime(value);
    return value as string;
  },
});

/** The scalars whose inputs are the platform's own. */
export const scalars = { DateTime };
