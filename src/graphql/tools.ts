import { graphqlToolsSchema, graphqlToolsUtils } from '../packages.ts';

export const { makeExecutableSchema } = graphqlToolsSchema();
export const { MapperKind, collectFields, collectSubFields, getDirective, mapMaybePromise, mapSchema } =
  graphqlToolsUtils();
