import { graphqlToolsSchema, graphqlToolsUtils } from '../packages.ts';

export const { makeExecutableSchema } = graphqlToolsSchema();
export const { MapperKind, collectSubFields, getDirective, mapSchema } = graphqlToolsUtils();
