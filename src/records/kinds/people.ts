import { nameWithId, title } from '../samples.ts';
import { defineKind } from '../define-kind.ts';
import { boolean, dateTime, file, nullable, optional, optionalBoolean, text, timestamps, url } from '../field-types.ts';

export const users = defineKind({
  description:
    'People, who sign in with e-mail address and password, and API users: a user with a key signs in with key and secret.',
  fields: {
    name: text(),
    nickname: text('Without the at sign.'),
    admin: boolean(false, 'Whether the user is an administrator.'),
    key: nullable(text('The key of an API user; null for a person.')),
    secret: nullable(text('The secret of an API user.')),
    token: nullable(text('A bearer token that is always valid.')),
    password: optional(text('The password of a person; it is stored as a hash.')),
    ...timestamps,
    email: optional(text('The e-mail address, which only administrators see.')),
    about: optional(text('What the user says about himself or herself.')),
    personalUrl: optional(url('The website of the user.')),
    avatar: optional(file('The picture of the user.')),
    officializedAt: optional(dateTime('When the organization confirmed who the user is.')),
    blocked: optionalBoolean('Whether the user is blocked.'),
    unconfirmed: optionalBoolean('Whether the e-mail address is not confirmed yet.'),
    deletedAt: optional(dateTime()),
  },
  uniqueFields: ['nickname', 'key', 'token', 'email'],
  samples: { name: title, nickname: nameWithId('_') },
});
