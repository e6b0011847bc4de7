import { type Schema, list, orNull, response, string, userId } from './json-schema.ts';

/** The shapes of requests to try, and of the schema that they follow. */
export const exampleSchemas: Record<string, Schema> = {
  ExampleList: response({
    examples: list(
      response({
        group: string,
        name: string,
        user: {
          ...orNull(response({ id: userId, name: string })),
          description: 'who can send it; null if nobody has to be signed in',
        },
        query: string,
        variables: { type: 'object' },
      }),
    ),
  }),
  Schema: response({ sdl: string }),
};
