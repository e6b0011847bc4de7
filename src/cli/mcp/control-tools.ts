import { nameDescription, namePattern } from '../../control/names.ts';
import { parameterNames, schemaOfParameter } from '../../control/admin/openapi.ts';
import { type OperationId, operations } from '../../control/admin/operations.ts';
import type { ControlCall } from './stand-in-client.ts';
import type { Endpoint } from '../../control/admin/operation-types.ts';
import { propertiesOf, schemas } from '../../control/admin/schemas.ts';
import type { Tool } from './tool.ts';

/** A tool that is an operation of the control API. */
interface ControlTool {
  operation: OperationId;
  /** What an agent should know besides the summary of the operation. */
  hint?: string;
  /** What is shown of the response. */
  show?(response: never): unknown;
}

/** How many recorded requests are shown. */
const maxRequests = 20;

/** The tools that are operations of the control API, by their names. */
const controlTools: Record<string, ControlTool> = {
  list_users: {
    operation: 'listUsers',
    hint: 'run_document sends requests as any of them.',
    show: ({ users }: { users: object[] }) => users.map((user) => ({ ...user, token: undefined })),
  },
  reset: { operation: 'reset' },
  take_snapshot: { operation: 'takeSnapshot' },
  restore_snapshot: { operation: 'restoreSnapshot', hint: 'take_snapshot takes one.' },
  find_requests: {
    operation: 'findRequests',
    hint: `The last ${maxRequests} of them, newest last, without their bodies: read_request has those.`,
    show: ({ requests }: { requests: unknown[] }) => ({
      found: requests.length,
      requests: requests.slice(-maxRequests),
    }),
  },
  read_request: { operation: 'readRequest' },
  add_fault: {
    operation: 'addFault',
    hint: 'Requests that match then fail, or are slow, until clear_faults. {"effect": {"status": 503}} is for every request, {"match": {"coordinate": "Query.component"}, "effect": {"graphqlError": {"message": "…"}}, "times": 1} for one field, once.',
  },
  list_faults: { operation: 'listFaults' },
  clear_faults: { operation: 'deleteFaults' },
};

const session = {
  type: 'string',
  pattern: namePattern,
  description: `the test session to act on, a world of its own: ${nameDescription}; the server's own world by default`,
};

export const sessionArgument = { session };

/** Creates the tools that are operations of the control API: arguments are the parameters of its path and the members of its body. */
export const createControlTools = (): Tool[] =>
  Object.entries(controlTools).map(([name, tool]) => createTool(name, tool));

function createTool(name: string, { operation: id, hint, show }: ControlTool): Tool {
  const operation = operations[id];
  const { endpoint, summary, body } = operation;
  const parameters = parameterNames(operation);
  const isReadOnly = endpoint.startsWith('GET ') || id === 'findRequests';
  return {
    name,
    description: [summary.replaceAll('`', ''), hint].filter(Boolean).join(' '),
    isReadOnly,
    inputSchema: withDefinitions({
      type: 'object',
      properties: {
        ...Object.fromEntries(parameters.map((each) => [each, schemas[schemaOfParameter(each)]])),
        ...(body && propertiesOf(body)),
        ...sessionArgument,
      },
      required: [...parameters, ...(body ? ((schemas[body] as { required?: string[] }).required ?? []) : [])],
      additionalProperties: false,
    }),
    async run({ session: named, ...args }: Record<string, unknown>, { client }) {
      const params: Record<string, string> = {};
      for (const each of parameters) {
        params[each] = String(args[each]);
        delete args[each];
      }
      const call: ControlCall = { params, session: named as string | undefined, ...(body && { body: args }) };
      const response = await client.control(endpoint as Endpoint, call);
      return response === undefined ? 'Done.' : show ? show(response as never) : response;
    },
  };
}

/** Adds the shapes of the control API to which a schema refers, so that it stands alone. */
function withDefinitions(schema: object): Record<string, unknown> {
  const definitions: Record<string, unknown> = {};
  const localize = (value: object): object =>
    JSON.parse(
      JSON.stringify(value).replaceAll(/"#\/components\/schemas\/(\w+)"/g, (_, name: keyof typeof schemas) => {
        if (!(name in definitions)) {
          definitions[name] = {};
          definitions[name] = localize(schemas[name]);
        }
        return `"#/$defs/${name}"`;
      }),
    ) as object;
  const local = localize(schema);
  return { ...local, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) };
}
