import { parse, print } from 'graphql';
import { didYouMean } from '../../did-you-mean.ts';

const maxMatches = 30;

/** Returns the type that has a name, or the types and members whose coordinates and definitions contain every word. */
export function searchSchema(sdl: string, query: string) {
  const types = parse(sdl, { noLocation: true }).definitions.flatMap((node) =>
    'name' in node && node.name ? [{ name: node.name.value, node }] : [],
  );
  const type = types.find(({ name }) => name === query);
  if (type) return print(type.node);
  const all = types.flatMap(({ name, node }) => {
    const members = 'fields' in node ? node.fields : 'values' in node ? node.values : undefined;
    return [
      { coordinate: name, definition: print(Object.assign({}, node, { fields: [], values: [] })) },
      ...(members ?? []).map((member) => ({ coordinate: `${name}.${member.name.value}`, definition: print(member) })),
    ];
  });
  const words = query.toLowerCase().split(/\s+/);
  const found = all.filter(({ coordinate, definition }) => {
    const text = `${coordinate} ${definition}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (found.length > 0) return { found: found.length, matches: found.slice(0, maxMatches) };
  const names = new Set(all.flatMap(({ coordinate }) => [coordinate, coordinate.split('.').at(-1)!]));
  throw new Error(`Nothing in the schema has ${JSON.stringify(query)}.${didYouMean(query, [...names])}`);
}
