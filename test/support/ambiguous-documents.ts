import { buildSchema, execute, parse as parseAsGraphqlJs } from 'graphql';
import { parse as parseAsGraphqlRuby } from '../../src/dialects/graphql-ruby/parser.ts';

const mutation = 'mutation B { comment(id: 1) { upVote { id } } }';

/** Documents in which graphql-js and graphql-ruby find different operations. `unknownField` is not in the schema of a stand-in. */
export const ambiguousDocuments: [title: string, query: string][] = [
  ['a carriage return in a comment before a block string', `#\r"""\n${mutation} #"""\nquery A { unknownField }`],
  ['a backslash and four quotes', `query A { unknownField(x: ["""x\\"""" " ]) } ${mutation} #"""]) }`],
  ['a backslash and five quotes', `query A { unknownField(x: """x\\""""") } ${mutation} #""") }`],
  ['a directive with a block string', `query A @d(x: """x\\""""") { unknownField } ${mutation} #""") { unknownField }`],
];

/** A mutation that a printer with block strings turns into one that writes: what is skipped ends in the string. */
export const mutationWithBlockString =
  'mutation A { comment(id: 1) { upVote @x(y: ["""z\\"""" " ]) { id } } } mutation B { comment(id: 1) { upVote { id } } } #"""]) { id } } }';

const schema = buildSchema(`
  type Query { unknownField(x: [String]): Int }
  type Comment { id: ID }
  type CommentMutation { upVote(x: [String]): Comment }
  type Mutation { comment(id: ID): CommentMutation }
`);

/** How often a deployment would write if it got a document, whichever of its operations it executes, and in whichever grammar it reads it. */
export function countWrites(query: string): number {
  let writes = 0;
  const rootValue = { unknownField: 1, comment: { upVote: () => (writes += 1) && { id: 1 } } };
  for (const parse of [parseAsGraphqlJs, parseAsGraphqlRuby]) {
    try {
      const document = parse(query);
      for (const operationName of [undefined, 'A', 'B', 'C', 'M'])
        void execute({ schema, document, rootValue, operationName });
    } catch {
      // A server that cannot read the document executes nothing.
    }
  }
  return writes;
}
