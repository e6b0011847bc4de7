import type { World } from '../control/world.ts';
import { ProblemError } from '../control/api/problem.ts';
import type { Identity } from '../control/operations/server.ts';
import type { DraftCase, ExchangeDetails } from '../control/requests/exchange.ts';
import type { Store } from '../store/store.ts';
import { suiteDialectByName } from '../dialects/dialects.ts';
import type { Actor } from '../client/actor.ts';
import { parseJson } from '../client/json-value.ts';

/** Turns an exchange into the draft of a conformance case. Rejects with a ProblemError if no case can repeat it. */
export async function draftCase(
  { dialect, world }: Identity,
  details: ExchangeDetails,
  { store }: World,
): Promise<DraftCase> {
  const { exchange, request, response, omissions } = details;
  const operation = request.operation;
  if (!operation || response?.body == null)
    return refuse(omissions[0] ?? 'it is not a GraphQL request with a response');
  const { document: query, operationName, variables } = operation;
  if (JSON.stringify([operation, response.body]).includes('[withheld]'))
    return refuse('a secret in the request or in the response is withheld');
  // The suite is loaded when it is needed: a server that nobody asks for drafts starts without it.
  const { draftCases, draftText } = await import('../cases/drafts/draft-cases.ts');
  const { readExchange } = await import('../cases/drafts/exchange.ts');
  const { nameOfRecord } = await import('../cases/record-ids.ts');
  const { demoPlaceholders } = await import('../cases/demo-world.ts');
  const suiteDialect = suiteDialectByName(dialect);
  const sent = readExchange(
    {
      actor: actorOf(details.sender, request.credentials.length > 0, store),
      query,
      operationName,
      variables,
      status: exchange.status!,
      body: parseJson(response.body),
    },
    suiteDialect,
  );
  if (typeof sent === 'string') return refuse(sent);
  // The records of another world have no names in cases.
  const placeholders = world === 'demo' ? demoPlaceholders : {};
  const nameOf = (kind: string, id: string | number) => nameOfRecord(placeholders, kind, id);
  const [drafted] = draftCases([sent], { dialect: suiteDialect, nameOf, firstNumber: exchange.id });
  if (!drafted || 'reason' in drafted) return refuse(drafted?.reason ?? '');
  const draft = { ...drafted.draft, requirements: [requirementToDo] };
  return { case: draft, file: { name: `${draft.id}.yaml`, text: draftText(draft) } };
}

/** What a draft has in place of its requirement. */
export const requirementToDo = 'TODO: the id of the requirement that this proves';

function refuse(reason: string): never {
  throw new ProblemError(409, `No case can repeat this request: ${reason.replace(/\.$/, '')}.`);
}

/** The first participant with a token is the member, and all others are the other participant. */
function actorOf(
  sender: { id: number; admin: boolean } | null,
  hasCredentials: boolean,
  store: Pick<Store, 'all'>,
): Actor {
  if (!sender) return hasCredentials ? 'stranger' : 'anonymous';
  if (sender.admin) return 'admin';
  const member = store.all('users').find(({ admin, token }) => !admin && token);
  return sender.id === member?.id ? 'member' : 'other';
}
