import { signedInActors } from '../../src/client/actor.ts';
import type { Target } from '../../src/client/target.ts';
import { actorsOfEnvironment } from '../../src/client/credentials.ts';
import { targetNames } from '../target-names.ts';
import type { TargetFile } from '../../src/client/target-file.ts';
import type { FoundUsers } from './roles.ts';

/** The actors of a target file. */
export const actorsOf = (users: FoundUsers, environment: NodeJS.ProcessEnv): NonNullable<TargetFile['actors']> =>
  Object.fromEntries(
    Object.entries(actorsOfEnvironment(environment)).map(([actor, source]) => {
      const user = users[actor as keyof FoundUsers];
      if (!user) return [actor, source];
      const { id, name, isAdministrator } = user;
      return [actor, { ...source, id, name, ...(isAdministrator !== undefined && { administrator: isAdministrator }) }];
    }),
  );

/** A sentence about each user. */
export const describeUsers = (users: FoundUsers): string[] =>
  signedInActors.flatMap((actor) => {
    const user = users[actor];
    if (!user) return [];
    const role = {
      true: 'an administrator',
      false: 'no administrator',
      undefined: 'nothing shows whether an administrator',
    };
    return [`${actor} is the user ${user.id} (${user.name}): ${role[`${user.isAdministrator}`]}`];
  });

/** What was not found, with what to do about it. */
export function missingOf({ locales, placeholders = {} }: TargetFile, target: Target, users: FoundUsers): string[] {
  const credentials = signedInActors.flatMap((actor) => {
    const reason = target.missingCredentials(actor);
    return reason === undefined ? [] : [`${actor}: ${reason}; its cases could not run`];
  });
  return [
    ...credentials,
    ...(users.admin && users.admin.isAdministrator === undefined
      ? [
          'whether `admin` is an administrator could not be checked: neither introspection nor a hidden component shows it',
        ]
      : []),
    ...(locales ? [] : ['locales: no text has a translation; add the locales of the organization']),
    ...(locales && !locales.others
      ? ['locales.others: texts exist in one locale; add others if the organization has them']
      : []),
    'timeZone: add that of the organization, or cases compare instants without their offset',
    ...Object.entries(targetNames).flatMap(
      ([name, { meaning, advice = 'add its value if there is one', isOptional }]) =>
        placeholders[name] === undefined && !isOptional ? [`${name} (${meaning}): ${advice}`] : [],
    ),
    ...(placeholders['proposal'] === undefined
      ? []
      : [
          'mayChange: add "proposal" and "proposalWithCosts" if a run may answer that proposal; it restores the previous answer',
        ]),
    ...(placeholders['meetings'] === undefined
      ? []
      : ['mayChange: add "meetings" if meetings that the API cannot withdraw, such as closed ones, may stay there']),
  ];
}
