import { nameWithId, title } from '../samples.ts';
import { defineKind } from '../define-kind.ts';
import * as t from '../field-types.ts';

export const users = defineKind({
  description:
    'People, who sign in with e-mail address and password, and API users: a user with a key signs in with key and secret.',
  fields: {
    name: t.text(),
    nickname: t.text('Without the at sign.'),
    admin: t.boolean(false, 'Whether the user is an administrator.'),
    key: t.nullable(t.text('The key of an API user; null for a person.')),
    secret: t.nullable(t.text('The secret of an API user.')),
    token: t.nullable(t.text('A bearer token that is always valid.')),
    password: t.optional(t.text('The password of a person; it is stored as a hash.')),
    ...t.timestamps,
    email: t.optional(t.text('The e-mail address, which only administrators see.')),
    about: t.optional(t.text('What the user says about himself or herself.')),
    personalUrl: t.optional(t.url('The website of the user.')),
    avatar: t.optional(t.file('The picture of the user.')),
    officializedAt: t.optional(t.dateTime('When the organization confirmed who the user is.')),
    blocked: t.optionalBoolean('Whether the user is blocked.'),
    unconfirmed: t.optionalBoolean('Whether the e-mail address is not confirmed yet.'),
    deletedAt: t.optional(t.dateTime()),
  },
  uniqueFields: ['nickname', 'key', 'token', 'email'],
  samples: { name: title, nickname: nameWithId('_') },
});
