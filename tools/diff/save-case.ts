import { type GraphQLSchema, getOperationAST, parse, print } from 'graphql';
import type { Target } from '../../conformance/model/target.ts';
import type { Redact } from '../../conformance/model/redactor.ts';
import { type ReplayableExchange, groupIntoChains } from '../../conformance/record/chains.ts';
import { createDraftCase, operationFoldersByDocument } from '../../conformance/record/draft-case.ts';
import { readOutcome } from '../../conformance/record/outcome.ts';
import { looksLikePattern } from '../../conformance/record/pattern.ts';
import { findIdLocations } from '../../conformance/record/record-ids.ts';
import { writeDraft } from '../../conformance/record/write-draft.ts';
import { isJsonObject, stringsIn } from '../../conformance/model/json-value.ts';
import type { SideBySideExchange } from './exchange.ts';
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
      operationFolders: operationFoldersByDocument(dialect),
    },
  );
  if (stringsIn(draft).some((text) => redact(text) !== text)) return { reason: 'it contains a token, key or secret' };
  return writeDraft(draft, folder);
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
