import { buildSchema } from 'graphql';
import { readContractSdl } from '../../graphql/schema.ts';
import type { SuiteDialect } from '../../dialects/suite-dialect.ts';
import type { Case } from '../case.ts';
import type { Actor } from '../../client/actor.ts';
import { firstSchemaError } from '../../client/json-schema.ts';
import { isJsonObject, parseJson } from '../../client/json-value.ts';
import { demoPlaceholders } from '../demo-world.ts';
import { isCaseFile } from '../schema.ts';
import { sentIds } from './chains.ts';
import { createDraftCase } from './draft-case.ts';
import { type SentRequest, normalizeRequest } from './recorded-exchange.ts';
import { draftFile, draftText } from './draft-text.ts';
import { toReplayable } from './replayable.ts';

/** An exchange with a server whose records are known. */
export interface KnownExchange extends SentRequest {
  /** Becomes a part of the id of the case. */
  number: number;
  actor: Actor;
  status: number;
  responseBody: string;
  /** The placeholders of components by their ids; undefined for the demo world, whose placeholders are all known. */
  components: Record<string, string> | undefined;
}

/** A draft, and the file that holds it in a folder of cases. */
export interface DraftOfExchange {
  case: Omit<Case, 'level'>;
  file: { name: string; text: string };
}

/** What a draft has in place of its requirement. */
export const requirementToDo = 'TODO: the id of the requirement that this proves';

/** Creates the draft of a case that repeats one exchange. Returns the reason if no case can. */
export function draftOfExchange(
  { number, actor, status, responseBody, components, ...request }: KnownExchange,
  dialect: SuiteDialect,
): DraftOfExchange | string {
  const body = parseJson(responseBody);
  if (!isJsonObject(body)) return 'the response is not a JSON object';
  const observed = { request: normalizeRequest(request), actor, status, body, number, startMoment: 0, endMoment: 1 };
  const exchange = toReplayable(observed, { schema: buildSchema(readContractSdl()), dialect });
  if (typeof exchange === 'string') return exchange;
  const placeholders: Record<string, unknown> = components ? {} : demoPlaceholders;
  for (const { kind, id } of components ? sentIds(exchange) : [])
    if (kind === 'Component' && components![id] !== undefined) placeholders[components![id]] ??= id;
  const chain = { exchanges: [exchange], captures: new Map() };
  const { folder, case: draft } = createDraftCase(chain, { dialect, placeholders });
  const testCase = { id: `${folder}/recorded-${number}`, ...draft, requirements: [requirementToDo] };
  if (!isCaseFile(draftFile(testCase))) return firstSchemaError(isCaseFile, 'the case');
  return {
    case: testCase,
    file: { name: `${testCase.id}.yaml`, text: draftText(testCase) },
  };
}
