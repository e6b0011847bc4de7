import { faultRuleSchema } from '../faults/fault-rule.ts';
import { matchSchema } from '../matching.ts';
import { exampleSchemas } from './example-schemas.ts';
import {
  type Schema,
  object,
  response,
  list,
  ref,
  string,
  dateTime,
  natural,
  userId,
  oneMember,
  forward,
} from './json-schema.ts';
import { clockSchemas } from './clock-schemas.ts';
import { recordSchemas } from './record-schemas.ts';
import { shadowSchema } from './shadow-schemas.ts';
import { requestSchemas } from './request-schemas.ts';

const faultMembers = { ...faultRuleSchema.properties, match: ref('Match') };

/** The pattern of the name of a session or a snapshot. */
export const namePattern = '^[\\w.:-]{1,100}$';

/** Every shape of the control API. Requests are validated against them. */
export const schemas: Record<string, Schema> = {
  Name: {
    type: 'string',
    pattern: namePattern,
    description: 'a name with 1 to 100 letters, digits or characters of "._:-"',
  },
  Nothing: { ...object({}), description: 'an object without members' },
  Id: { type: 'string', minLength: 1, maxLength: 100 },
  Problem: object(
    {
      type: string,
      title: string,
      status: { type: 'integer' },
      detail: string,
      member: string,
      problems: list(string),
    },
    ['type', 'title', 'status', 'detail'],
  ),
  Identity: response({ name: { const: 'plenum' }, version: string, dialect: string, world: string }),
  Health: object(
    {
      version: string,
      dialect: string,
      world: string,
      uptime: { type: 'number', description: 'seconds since the start' },
      records: { type: 'object', additionalProperties: natural, description: 'the number of records by kind' },
      database: response({
        position: { ...natural, description: 'the number of the last write; there is a database only with PostgreSQL' },
        problem: { type: ['string', 'null'], description: 'why writes cannot be stored now; null if they can' },
      }),
    },
    ['version', 'dialect', 'world', 'uptime', 'records'],
  ),
  UserList: response({
    users: list(
      response({
        id: userId,
        name: string,
        nickname: string,
        admin: { type: 'boolean' },
        token: { type: ['string', 'null'], description: 'the fixed token of the world' },
      }),
    ),
  }),
  ...exampleSchemas,
  Session: response({ name: ref('Name') }),
  SessionList: response({ sessions: list(ref('Session')) }),
  NewSession: object({ from: ref('Name') }),
  Snapshot: response({ name: ref('Name'), takenAt: dateTime }),
  SnapshotList: response({ snapshots: list(ref('Snapshot')) }),
  WorldFiles: {
    type: 'object',
    description: 'the contents of the files of a world, by file name: lists of records',
    additionalProperties: {},
  },
  ...recordSchemas,
  NewToken: object(
    {
      user: { ...userId, description: 'the id of a user' },
      admin: {
        type: 'boolean',
        description: 'the first user who is an administrator, or is not; a new user if none is',
      },
      name: { type: 'string', minLength: 1, maxLength: 200, description: 'the name of this user' },
      expiresIn: { ...forward, examples: ['PT5M', 'PT0S'] },
    },
    [],
    { ...oneMember('user', 'admin'), dependentRequired: { name: ['admin'] } },
  ),
  Token: response({ id: ref('Id'), user: userId, expiresAt: dateTime, token: string }),
  TokenList: response({ tokens: list(response({ id: ref('Id'), user: userId, expiresAt: dateTime })) }),
  ...clockSchemas,
  Match: matchSchema,
  NewFault: object(faultMembers, ['effect']),
  Fault: object(
    { id: ref('Id'), ...faultMembers, applied: { ...natural, description: 'how many times it has applied' } },
    ['id', 'effect', 'applied'],
  ),
  FaultList: response({ faults: list(ref('Fault')) }),
  Shadow: shadowSchema,
  ...requestSchemas,
};
