import * as fc from 'fast-check';

const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
/** What makes a difference between grammars: quotes, backslashes, line ends, comments, and a mutation that waits for its turn. */
const dangerous = fc.constantFrom(
  '"',
  '""',
  '"""',
  '""""',
  '"""""',
  '\\',
  '\\"',
  '\\"""',
  '\\""""',
  '\\"""""',
  '#',
  '#\r',
  '#"""',
  '\n',
  '\r',
  '\r\n',
  '\u2028',
  '\ufeff',
  '{',
  '}',
  ')',
  ']',
  ' ',
  'é😀',
  '\\u0022',
  '\\u{22}',
  '\\ud83d\\ude00',
  'mutation B { comment(id: 1) { upVote { id } } }',
  ') } mutation B { comment(id: 1) { upVote { id } } } #"""',
  ']) } mutation B { comment(id: 1) { upVote { id } } } #"""]',
  'query A { unknownField }',
  ' @skip(if: true)',
  'x',
);
const soup = (maxLength: number) => fc.array(dangerous, { maxLength }).map((parts) => parts.join(''));
const withoutLineEnds = (text: string): string => text.replaceAll(/[\r\n]/g, ' ');

const comment = fc.tuple(soup(3), lineEnd).map(([text, end]) => `#${text.replaceAll('\n', ' ')}${end}`);
const ignored = fc.oneof(
  { weight: 12, arbitrary: fc.constant(' ') },
  { weight: 2, arbitrary: lineEnd },
  { weight: 1, arbitrary: fc.constantFrom(', ', '\t', ' \ufeff') },
  { weight: 3, arbitrary: comment },
);

const quoted = soup(3).map((text) => `"${withoutLineEnds(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
const unquoted = soup(2).map((text) => `"${withoutLineEnds(text)}"`);
const block = soup(4).map((text) => `"""${text.replaceAll('"""', '\\"""')}"""`);
const rawBlock = soup(4).map((text) => `"""${text}"""`);
/** Strings that end for one grammar before the mutation in them, and for the other after it. */
const attack = fc
  .tuple(
    fc.constantFrom('', '[', '["a" ', '#\r', '1 #\r', '"" #\r', '[""] #\r'),
    fc.constantFrom('"""', '"""x', '"', '""""""'),
    fc.constantFrom('', '\\"""""', '\\"""" " ', '\\"""', '\\\\"""', '\n', '\r', '\\"""\\"""""'),
    fc.constantFrom('', ' 1', ']', '"', ' "'),
    fc.constantFrom(') { unknownField }', ') }', ']) }', '} }', ') } }'),
    fc.constantFrom(
      'mutation B { comment(id: 1) { upVote { id } } } #',
      'mutation { comment(id: 1) { upVote { id } } } #\r',
    ),
    fc.constantFrom('"""', '"""]', '\n"""', '"', '\\""""""', '"""\n'),
  )
  .map((parts) => parts.join(''));
const hiddenDefinition = fc
  .tuple(
    fc.constantFrom('#\r"""', '#\r"', '"""\\"""""', '#"""\r"""'),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom('mutation B { comment(id: 1) { upVote { id } } } #', 'fragment F on Query { unknownField } #'),
    fc.constantFrom('"""\n', '"\n', '"""\r', '\n"""\n'),
  )
  .map((parts) => parts.join(''));
const string = fc.oneof(
  { weight: 4, arbitrary: quoted },
  { weight: 4, arbitrary: block },
  { weight: 3, arbitrary: rawBlock },
  { weight: 1, arbitrary: unquoted },
);
const value = fc.oneof(
  { weight: 3, arbitrary: attack },
  { weight: 6, arbitrary: string },
  { weight: 2, arbitrary: fc.array(string, { maxLength: 3 }).map((items) => `[${items.join(' ')}]`) },
  { weight: 1, arbitrary: fc.constantFrom('1', '-0', '1.5e3', 'null', 'true', 'EN', '$v', '{ a: "b" }') },
);
const listOf = (arbitrary: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(fc.tuple(arbitrary, ignored), { maxLength }).map((parts) => parts.flat().join(''));

const argumentList = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc.tuple(ignored, value, ignored).map(([before, each, after]) => `(x:${before}${each}${after})`),
  },
);
const directives = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: argumentList.map((args) => ` @d${args}`) },
  { weight: 1, arbitrary: fc.constantFrom(' @skip(if: false)', ' @skip(if: true)', ' @include(if: true)') },
);

const readField = fc.tuple(argumentList, directives).map(([args, own]) => `unknownField${args}${own}`);
const write = fc
  .tuple(argumentList, directives)
  .map(([args, own]) => `comment(id: 1) { upVote${args.replace('(x:', '(x: ')}${own} { id } }`);
const inFragments = (field: fc.Arbitrary<string>, type: string, name: string) =>
  fc.oneof(
    { weight: 5, arbitrary: field },
    { weight: 1, arbitrary: field.map((each) => `... on ${type} { ${each} }`) },
    { weight: 1, arbitrary: fc.constant(`...${name}`) },
  );

const operation = (kind: string, fields: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom('A', 'B', 'C'), directives, listOf(fields, 2), fields, ignored)
    .map(([name, own, more, field, space]) => `${kind} ${name}${own}${space}{ ${more}${field}${space}}`);
const query = operation('query', inFragments(readField, 'Query', 'F'));
const mutation = operation('mutation', inFragments(write, 'Mutation', 'G'));
const fragment = fc.oneof(
  readField.map((field) => `fragment F on Query { ${field} }`),
  write.map((field) => `fragment G on Mutation { ${field} }`),
);
const definition = fc.oneof(
  { weight: 6, arbitrary: query },
  { weight: 3, arbitrary: mutation },
  { weight: 2, arbitrary: fragment },
  { weight: 1, arbitrary: readField.map((field) => `{ ${field} }`) },
  { weight: 1, arbitrary: fc.tuple(hiddenDefinition, query).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.tuple(string, query).map(([text, each]) => `${text} ${each}`) },
  { weight: 1, arbitrary: fc.constantFrom('scalar S', 'subscription A { unknownField }', '\ufeff') },
  { weight: 1, arbitrary: soup(3) },
);

/** Where the arguments of a field end for one grammar, and where for the other. */
const twoEnds = fc.constantFrom(
  ['(x: """x\\"""""', ')', '""")'],
  ['(x: ["""x\\"""" " ', '])', '"""])'],
  ['(x: ["""\\\\"""" " ', '])', '"""])'],
  ['(x: 1 #\r """\n', ')', '""")'],
  ['(x: #\r """\n"b"', ')', '""")'],
  ['(x: #"\r"""\n1', ')', '""")'],
);
const twoReadings = fc
  .tuple(twoEnds, fc.constantFrom('', ' @d'), mutation, soup(1), listOf(definition, 1))
  .map(([[open, early, late], directive, hidden, text, more]) => {
    const start = `query A ${directive === '' ? '{ unknownField' : '@d'}`;
    const end = directive === '' ? ' }' : ' { unknownField }';
    return `${start}${open}${early}${end} ${hidden} #${withoutLineEnds(text).replaceAll('"', '')}${late}${end}\n${more}`;
  });

/** Documents in the grammars of graphql-js and graphql-ruby, most of them readable in one, some in each in a way of its own. */
export const randomDocuments: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(ignored, fc.array(fc.tuple(definition, ignored), { minLength: 1, maxLength: 3 }))
      .map(([before, parts]) => before + parts.flat().join('')),
  },
  { weight: 1, arbitrary: twoReadings },
);
