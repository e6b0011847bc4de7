import { anyObject, list, object, orNull, string, userId } from './json-schema.ts';

/** The shapes of requests to try, and of the schema that they follow. */
export const exampleSchemas = {
  ExampleList: object({
    examples: list(
      object({
        group: string,
        name: string,
        user: {
          ...orNull(object({ id: userId, name: string })),
          description: 'who can send it; null if nobody has to be signed in',
        },
        query: string,
        variables: anyObject,
      }),
    ),
  }),
  Schema: object({ sdl: string }),
  Sdl: string,
};
