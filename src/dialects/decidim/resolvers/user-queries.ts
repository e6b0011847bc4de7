import type { RequestContext } from '../../../contract/request-context.ts';
import { isPerson } from './users.ts';
import type { User } from '../../../store/records.ts';
import { sortByField, sortById, sortByConstant, requireNotNull, createLikeMatcher } from './filters-and-sort-keys.ts';
import { parseRecordId } from '../values/record-id.ts';
import { type ListArguments, type ListCriteria, filterAndSort } from './filter-and-sort.ts';

const withoutSign = (nickname: string): string => nickname.replace(/^@/, '');

const userRules: ListCriteria<User> = {
  filters: {
    excludeIds: (asked: string[] | null) => {
      const ids = asked?.map(parseRecordId);
      return ({ id }) => ids !== undefined && !ids.includes(String(id));
    },
    name: (asked: string | null) => {
      const holds = createLikeMatcher(`%${asked ?? ''}%`);
      return ({ name }) => holds(name);
    },
    nickname: (asked: string | null) => {
      const holds = createLikeMatcher(`%${withoutSign(requireNotNull(asked, 'a nickname'))}%`);
      return ({ nickname }) => holds(nickname);
    },
    wildcard: (asked: string | null) => {
      const holds = createLikeMatcher(`%${withoutSign(requireNotNull(asked, 'a wildcard'))}%`);
      return ({ name, nickname }) => holds(name) || holds(nickname);
    },
  },
  sortKeys: {
    id: sortById,
    name: sortByField('name', 'name'),
    nickname: sortByField('nickname', 'nickname'),
    type: sortByConstant('type'),
  },
};

const persons = ({ store }: RequestContext): User[] => store.all('users').filter(isPerson);

/** `Query.users`: persons only. */
export const users = (_: unknown, asked: ListArguments, context: RequestContext) =>
  filterAndSort(persons(context), asked, userRules, context.store);

/** `Query.user`: the person with this id and this nickname, where they are given; null for nobody, and without either. */
export function user(_: unknown, asked: { id?: string | null; nickname?: string | null }, context: RequestContext) {
  const id = asked.id?.trim() && parseRecordId(withoutSign(asked.id));
  const nickname = asked.nickname?.trim() && withoutSign(asked.nickname);
  if (!id && !nickname) return null;
  const isAsked = (each: User) => (!id || String(each.id) === id) && (!nickname || each.nickname === nickname);
  return persons(context).find(isAsked) ?? null;
}

/** `Query.participantDetails`: for administrators; null for everybody else. Mail addresses are not stored, and made up. */
export function participantDetails(
  _: unknown,
  asked: { id: string; nickname?: string | null },
  context: RequestContext,
) {
  const found = context.viewer?.admin ? user(_, asked, context) : null;
  return found && { name: found.name, nickname: found.nickname, email: `${found.nickname}@example.org` };
}
