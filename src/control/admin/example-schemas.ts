import { type Static, anyObject, list, object, orNull, string, userId } from './json-schema.ts';

const example = object({
  // The heading under which lists of examples show it.
  group: string,
  name: string,
  user: {
    ...orNull(object({ id: userId, name: string })),
    description: 'who can send it; null if nobody has to be signed in',
  },
  query: string,
  variables: anyObject,
});

/** A GraphQL request that fits the records of a world. */
export type Example = Static<typeof example>;

/** The shapes of requests to try, and of the schema that they follow. */
export const exampleSchemas = {
  ExampleList: object({ examples: list(example) }),
  Schema: object({ sdl: string }),
  Sdl: string,
};
