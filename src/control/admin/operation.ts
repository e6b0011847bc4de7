import type { SchemaName } from './schemas.ts';

/** An operation of the control API. */
export interface Operation {
  /** The method and the path, with parameters in braces. */
  endpoint: `${'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
  /** A sentence for the OpenAPI file and the documentation. */
  summary: string;
  /** The schema of the query: an object whose members are its parameters. Without one, the query is not read. */
  query?: SchemaName;
  /** The schema of the body. Without one, the body must be empty or an object without members. */
  body?: SchemaName;
  /** Whether the body may be omitted; then it is an object without members. */
  isBodyOptional?: boolean;
  /** The schema of the response; if omitted, the response is empty. */
  response?: SchemaName;
  /** The media type of the response; JSON by default. */
  mediaType?: string;
  /** The status of a successful response: by default 200, or 204 if it is empty. */
  status?: number;
}

/** The path below which every operation is, but `GET /`. */
export const adminPath = '/__admin';
