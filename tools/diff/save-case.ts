import { type GraphQLSchema, getOperationAST, parse, print } from 'graphql';
import type { Target } from '../../src/client/target.ts';
import type { Redact } from '../../src/client/redactor.ts';
import { type ReplayableExchange, groupIntoChains } from '../../src/cases/drafts/chains.ts';
import { createDraftCase, operationFoldersByDocument } from '../../src/cases/drafts/draft-case.ts';
import { readOutcome } from '../../src/cases/drafts/outcome.ts';
import { looksLikePattern } from '../../src/cases/drafts/pattern.ts';
import { findIdLocations } from '../../src/cases/drafts/record-ids.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { writeDraft } from '../../src/cases/drafts/write-draft.ts';
import { isJsonObject, stringsIn } from '../../src/client/json-value.ts';
import type { SideBySideExchange } from './side-by-side-exchange.ts';
import type { Disagreement } from './search.ts';

/** Writes a draft case that requires the responses of server a. Returns its file, or the reason why there is none. */
export function saveCase(
  { exchanges }: Disagreement,
  folder: string,
  { target, schema, redact }: { target: Target; schema: GraphQLSchema; redact: Redact },
): { file: string } | { reason: string } {
  const { dialect, placeholders } = target;
  const replayable: ReplayableExchange[] = [];
  for (const exchange of exchanges) {
    const result = toReplayable(exchange, replayable.length, target, schema);
    if ('reason' in result) return result;
    replayable.push(result);
  }
  const chains = groupIntoChains(replayable, placeholders);
  const draft = createDraftCase(
    chains.find((each) => each.exchanges.includes(replayable.at(-1)!))!,
    {
      dialect,
      placeholders,
      operationFolders: operationFoldersByDocument(dialect, placeholders),
    },
  );
  if (stringsIn(draft).some((text) => redact(text) !== text)) return { reason: 'it contains a token, key or secret' };
  const outcome = writeDraft(draft, folder);
  if ('unwritten' in outcome && outcome.unwritten.length > 0)
    throw new CommandError(
      outcome.unwritten.map(({ problem }) => problem),
      exitCodes.unavailable,
    );
  return outcome;
}

function toReplayable(
  { request, a }: SideBySideExchange,
  index: number,
  { dialect }: Target,
  schema: GraphQLSchema,
): ReplayableExchange | { reason: string } {
  const { actor, query, variables = {} } = request;
  if (!isJsonObject(a.json)) return { reason: 'the response of a is not a JSON object' };
  const outcome = readOutcome(a.json, a.status, dialect);
  if (typeof outcome === 'string') return { reason: outcome };
  if (looksLikePattern([variables, outcome]))
    return { reason: 'it contains a value that a case would read as a placeholder or a pattern' };
  const document = parse(query, { noLocation: true });
  const operation = getOperationAST(document)!.operation;
  return {
    number: index + 1,
    actor,
    query: print(document),
    document,
    variables,
    startMoment: 2 * index,
    endMoment: 2 * index + 1,
    outcome,
    idLocations: findIdLocations(schema, document),
    operation,
    writes: operation === 'mutation' && !('errorCode' in outcome) && 'data' in outcome,
  };
}
