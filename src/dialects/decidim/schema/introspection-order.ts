import { DirectiveLocation, GraphQLDeprecatedDirective, GraphQLDirective, GraphQLSchema } from 'graphql';

const { FIELD_DEFINITION, ENUM_VALUE, ARGUMENT_DEFINITION, INPUT_FIELD_DEFINITION } = DirectiveLocation;
const deprecated = new GraphQLDirective({
  ...GraphQLDeprecatedDirective.toConfig(),
  locations: [FIELD_DEFINITION, ENUM_VALUE, ARGUMENT_DEFINITION, INPUT_FIELD_DEFINITION],
});

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

/** The schema as the platform's introspection lists it: types and directives by their names. */
export function sortTypesAndDirectives(schema: GraphQLSchema): GraphQLSchema {
  const { directives, ...config } = schema.toConfig();
  const own = directives.map((directive) => (directive.name === deprecated.name ? deprecated : directive));
  const listed = new GraphQLSchema({ ...config, directives: own.toSorted(byName) });
  const types = listed.getTypeMap();
  for (const type of Object.values(types).toSorted(byName)) {
    delete types[type.name];
    types[type.name] = type;
  }
  return listed;
}
