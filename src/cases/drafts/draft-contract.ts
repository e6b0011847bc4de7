import type { GraphQLErrorBody } from '../../client/invalid-attributes.ts';
import type { SuiteDialect } from '../../contract/suite-dialect.ts';
import { version } from '../../version.ts';
import { schemaOf } from '../dialect-schema.ts';
import { InteractionCollector, type RecordNames } from '../interactions/collector.ts';
import type { ContractFile } from '../interactions/interaction.ts';
import { lowerFirst, unknownId } from '../interactions/references.ts';
import type { Chain, ReplayableExchange } from './chains.ts';
import { outcomeData } from './outcome.ts';
import { placeholderFor } from './placeholders.ts';

export interface DraftContractOptions {
  dialect: SuiteDialect;
  world?: string | undefined;
  placeholders: Record<string, unknown>;
}

/** The contract of a client that sent the exchanges of a chain. */
export function draftContract(
  { exchanges }: Chain,
  { dialect, world = 'deployment', placeholders }: DraftContractOptions,
): ContractFile {
  const collector = new InteractionCollector({
    schema: schemaOf(dialect),
    references: namesOf(placeholders),
    words: new Set(['accepted', 'rejected', 'evaluating', 'not_answered', 'withdrawn']),
    refusedAttributes: ({ extensions }) => extensions?.['refused'] as string[][],
  });
  for (const exchange of exchanges) {
    const { query, operationName, variables, actor: role } = exchange;
    const request = { query, operationName, variables };
    const response = { status: 200, body: JSON.stringify(bodyOf(exchange)) };
    collector.add({ request, role, testOnly: [], response, world: exchanges });
  }
  return {
    format: 'plenum-contract',
    formatVersion: 1,
    plenum: version,
    dialect: dialect.name,
    world,
    fill: 'mock',
    placeholders: collector.placeholders,
    interactions: collector.interactions,
  };
}

/** The response in the form of GraphQL, as far as its outcome says it. */
function bodyOf({ outcome }: ReplayableExchange): { data?: object | null; errors?: GraphQLErrorBody[] } {
  if ('requestError' in outcome) return { errors: [{ message: '' }] };
  const data = outcomeData(outcome);
  if (!('errorCode' in outcome)) return { data };
  const { errorCode: code, path, invalidAttributes = [] } = outcome;
  const refused = invalidAttributes.map((each) => each.split('.'));
  return { data, errors: [{ message: '', ...(path && { path }), extensions: { code, refused } }] };
}

/** The placeholders of a target, and the names of the records that it does not name. */
function namesOf(known: Record<string, unknown>): RecordNames {
  const placeholders: Record<string, string> = {};
  return {
    placeholders,
    has: (kind, id) => placeholderFor(known, kind, id) !== undefined,
    nameOf(kind, id) {
      // What is neither an id nor a slug is a text.
      const own = /^[\w-]{1,50}$/.test(id) ? `${lowerFirst(kind)}${id.replaceAll('-', '_')}` : 'unknownId';
      const name = placeholderFor(known, kind, id) ?? own;
      placeholders[name] = name === 'unknownId' ? unknownId : id;
      return name;
    },
  };
}
