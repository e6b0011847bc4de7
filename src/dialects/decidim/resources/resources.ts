import { isScalarType } from 'graphql';
import type { IResolvers } from '@graphql-tools/utils';
import { resolvers as commentMutations } from './comment-mutations.ts';
import { resolvers as comments } from './comments.ts';
import { resolvers as components } from './components.ts';
import { resolvers as debates } from './debates.ts';
import { resolvers as interfaces } from './interfaces.ts';
import { resolvers as meetings } from './meetings.ts';
import { resolvers as organization } from './organization.ts';
import { resolvers as proposals } from './proposals.ts';
import { resolvers as results } from './results.ts';
import { resolvers as spaces } from './spaces.ts';
import { resolvers as translatedField } from './texts.ts';
import { resolvers as users } from './users.ts';
import { resolvers as versions } from './versions.ts';

/** Merges resolver maps by type and field; later maps replace the resolvers of earlier maps. */
export function mergeResolvers(...maps: object[]): IResolvers {
  const merged: Record<string, object> = {};
  for (const [type, resolvers] of maps.flatMap((map) => Object.entries(map) as [string, object][]))
    merged[type] = isScalarType(resolvers) ? resolvers : { ...merged[type], ...resolvers };
  return merged;
}

/** The resolvers that all releases add to the contract's resolvers, or replace there, by type. */
export const decidimResolvers = mergeResolvers(
  commentMutations,
  comments,
  components,
  debates,
  interfaces,
  meetings,
  organization,
  proposals,
  results,
  spaces,
  translatedField,
  users,
  versions,
);
