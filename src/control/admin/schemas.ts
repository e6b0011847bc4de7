import { faultSchema, newFaultSchema } from '../faults/fault-rule.ts';
import { matchSchema } from '../matching.ts';
import { nameDescription, namePattern } from '../names.ts';
import { oauthScopes } from '../../records/oauth-scopes.ts';
import { type TObject, Type } from '../../records/schema-builder.ts';
import { clockSchemas } from './clock-schemas.ts';
import { exampleSchemas } from './example-schemas.ts';
import {
  type Schema,
  type Static,
  boolean,
  choice,
  constant,
  dateTime,
  forward,
  integer,
  list,
  mapOf,
  natural,
  number,
  object,
  oneGroup,
  optional,
  ref,
  string,
  textOrNull,
  unknown,
  userId,
} from './json-schema.ts';
import { recordSchemas } from './record-schemas.ts';
import { requestSchemas } from './request-schemas.ts';

const nameSchema = Type.String({ pattern: namePattern, description: nameDescription });
const idSchema = Type.String({ minLength: 1, maxLength: 100 });
const name = ref('Name', nameSchema);
const id = ref('Id', idSchema);
const session = object({ name });
const snapshot = object({ name, takenAt: dateTime });
const identityMembers = {
  version: string,
  dialect: string,
  schema: optional({ ...string, description: 'the schema of the town that is laid over the dialect' }),
  world: string,
};
const scopes = list(choice(...oauthScopes), { minItems: 1, uniqueItems: true });
const tokenMembers = {
  id,
  user: userId,
  expiresAt: dateTime,
  application: optional({ ...string, description: 'the client id of the application that has the token' }),
  scopes: optional(scopes),
};

/** Every shape of the control API, by its name. Requests are validated against them. */
export const schemas = {
  Name: nameSchema,
  Nothing: object({}, { description: 'an object without members' }),
  Id: idSchema,
  Problem: object({
    type: string,
    title: string,
    status: integer,
    detail: string,
    member: optional(string),
    problems: optional(list(string)),
  }),
  OpenApi: Type.Unsafe<object>({ type: 'object', required: ['openapi', 'paths', 'components'] }),
  ServerSentEvents: string,
  Identity: object({ name: constant('plenum'), ...identityMembers }),
  Health: object({
    ...identityMembers,
    uptime: { ...number, description: 'seconds since the start' },
    records: mapOf(natural, { description: 'the number of records by kind' }),
  }),
  UserList: object({
    users: list(
      object({
        id: userId,
        name: string,
        nickname: string,
        admin: boolean,
        token: { ...textOrNull, description: 'the fixed token of the world' },
      }),
    ),
  }),
  ...exampleSchemas,
  CoordinateList: object({ coordinates: list(string) }),
  Session: session,
  SessionList: object({ sessions: list(ref('Session', session)) }),
  NewSession: object({ from: optional(name) }),
  Snapshot: snapshot,
  SnapshotList: object({ snapshots: list(ref('Snapshot', snapshot)) }),
  WorldFiles: mapOf(unknown, { description: 'the contents of the files of a world, by file name: lists of records' }),
  SavedWorld: object({ folder: name }),
  ...recordSchemas,
  NewToken: object(
    {
      user: optional({ ...userId, description: 'the id of a user' }),
      admin: optional({
        ...boolean,
        description: 'the first user who is an administrator, or is not; a new user if none is',
      }),
      name: optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'the first user with this name; a new participant if there is none',
        }),
      ),
      expiresIn: optional({ ...forward, examples: ['PT5M', 'PT0S'] }),
      application: optional({
        ...string,
        description: 'the client id of an application, which gets the token of the person',
        examples: ['town-app'],
      }),
      scopes: optional({
        ...scopes,
        description: 'the scopes of the token; those of the application by default',
      }),
      revoked: optional({ ...boolean, description: 'revokes the token at once, as the application or the user does' }),
    },
    oneGroup(['user'], ['admin', 'name']),
  ),
  Token: object({ ...tokenMembers, token: string }),
  TokenList: object({ tokens: list(object(tokenMembers)) }),
  ...clockSchemas,
  Match: matchSchema,
  NewFault: newFaultSchema,
  Fault: faultSchema,
  FaultList: object({ faults: list(ref('Fault', faultSchema)) }),
  ...requestSchemas,
};

export type SchemaName = keyof typeof schemas;
/** The values of a shape of the control API. */
export type Shape<N extends SchemaName> = Static<(typeof schemas)[N]>;

/** The schemas of the members of an object; none if the shape is not an object. */
export const propertiesOf = (shape: SchemaName): Readonly<Record<string, Schema>> =>
  (schemas[shape] as Partial<TObject>).properties ?? {};
