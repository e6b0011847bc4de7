import { describeResponse } from '../../client/http-message.ts';
import { CommandError } from '../../errors.ts';
import { isJsonObject } from '../../json-object.ts';
import { sessionArgument } from './control-tools.ts';
import { type StandInClient, ToolError } from './stand-in-client.ts';
import { type Tool, argumentsOf } from './tool.ts';

const documentArgument = { type: 'string', minLength: 1, maxLength: 100_000, description: 'a GraphQL document' };

interface RunArguments {
  document: string;
  variables?: Record<string, unknown>;
  operationName?: string;
  user?: number | string;
  session?: string;
}

export const runDocument: Tool = {
  name: 'run_document',
  description:
    'Sends a GraphQL document to the stand-in, for a user or anonymously, and returns status, data and errors as a client gets them. Mutations change the records of the stand-in only; reset and restore_snapshot undo that.',
  isReadOnly: false,
  inputSchema: argumentsOf(
    { document: documentArgument },
    {
      variables: { type: 'object', description: 'the variables of the document' },
      operationName: { type: 'string', description: 'which operation of several' },
      user: {
        type: ['integer', 'string'],
        description: 'id, name or nickname of the user who sends it: list_users has them; anonymous by default',
      },
      ...sessionArgument,
    },
  ),
  async run({ document, variables, operationName, user, session }: RunArguments, { client }) {
    // Where the control needs a token, only a request to the control opens a session.
    if (session !== undefined) await client.control('GET /__admin/clock', { session });
    const token = user === undefined ? undefined : await issueToken(client, user, session);
    try {
      const call = { query: document, variables, operationName };
      const response = await client.execute(call, { token: token?.token, session });
      const { status, json, text } = response;
      // A fault, or a proxy in front of the stand-in, can send anything.
      return isJsonObject(json) ? { status, ...json } : { response: describeResponse(response), body: text };
    } finally {
      if (token)
        await client.control('DELETE /__admin/tokens/{id}', { params: { id: token.id }, session }).catch(() => {});
    }
  },
};

/** Issues a token for the user with an id, a name or a nickname. */
async function issueToken(client: StandInClient, user: number | string, session: string | undefined) {
  const { users } = await client.control('GET /__admin/users', { session });
  const found = users.find(({ id, name, nickname }) => [id, name, nickname, String(id)].includes(user));
  if (!found && !/^\d{1,15}$/.test(String(user))) {
    const known = users.map(
      ({ id, name, nickname, admin }) => `${id} (${name}, @${nickname}${admin ? ', an administrator' : ''})`,
    );
    throw new ToolError(
      `There is no user ${JSON.stringify(user)}. Expected an id, a name or a nickname: ${known.join('; ')}.`,
    );
  }
  return client.control('POST /__admin/tokens', {
    body: { user: found?.id ?? Number(user), expiresIn: 'PT5M' },
    session,
  });
}

export const checkDocuments: Tool = {
  name: 'check_documents',
  description:
    'Says for GraphQL documents of a client which releases of Decidim accept, affect or refuse them, and why. Nothing is executed.',
  isReadOnly: true,
  inputSchema: argumentsOf(
    {
      documents: {
        type: 'array',
        items: documentArgument,
        minItems: 1,
        maxItems: 50,
        description: 'GraphQL documents; fragments may be in any of them',
      },
    },
    {
      dialects: {
        type: 'array',
        items: { type: 'string' },
        description:
          'the releases, such as decidim-0.31; all releases of Decidim by default, and specification is possible too',
      },
    },
  ),
  async run({ documents, dialects }: { documents: string[]; dialects?: string[] }) {
    const { judgeDocuments } = await import('../../../conformance/documents/index.ts');
    try {
      const { operations, notReadable } = await judgeDocuments({ texts: documents, dialects });
      return {
        operations: operations.map(({ file, line, name, verdicts }) => ({ document: file, line, name, verdicts })),
        notReadable: notReadable.map(({ file, line, reason }) => ({ document: file, line, reason })),
      };
    } catch (error) {
      throw error instanceof CommandError ? new ToolError(error.message) : error;
    }
  },
};
