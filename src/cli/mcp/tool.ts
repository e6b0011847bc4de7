import type { StandInClient } from './stand-in-client.ts';

/** What tools act on. */
export interface ToolContext {
  client: StandInClient;
  /** Reads the schema of the API as SDL; once. */
  readSdl(): Promise<string>;
}

/** A tool of the Model Context Protocol. */
export interface Tool {
  name: string;
  description: string;
  /** A JSON Schema (2020-12) of an object, without references to others. The protocol validates calls against it. */
  inputSchema: Record<string, unknown>;
  /** Whether nothing changes in the stand-in. */
  isReadOnly: boolean;
  /** Returns a text, or a value that is shown as JSON. Rejects with a ToolError. */
  // What was validated has the types of the schema, which differ from one tool to the next.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(args: any, context: ToolContext): Promise<unknown>;
}

/** The schema of the arguments of a tool; all are required but `optional`. */
export const argumentsOf = (
  required: Record<string, object>,
  optional: Record<string, object> = {},
): Record<string, unknown> => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});
