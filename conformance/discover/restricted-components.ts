import type { Target } from '../../src/client/target.ts';
import type { Names } from './candidates.ts';
import { type FoundSpace, readComponentType } from './spaces.ts';

/**
 * Finds what only an administrator sees: a component that is not published, and one of a process or an assembly with restricted access.
 */
export async function findHidden(
  target: Target,
  { byAdmin, byMember, byAnonymous }: Record<'byAdmin' | 'byMember' | 'byAnonymous', FoundSpace[]>,
): Promise<Names> {
  const names: Names = {};
  const seen = new Set(byAnonymous.flatMap(({ components }) => components.map(({ id }) => id)));
  const slugsOfMember = new Set(byMember.map(({ slug }) => slug));
  for (const { type, slug, components } of byAdmin) {
    for (const { id } of components.filter((each) => !seen.has(each.id))) {
      const isRead = (await readComponentType(target, 'admin', id)) !== undefined;
      if (!isRead) names['unpublished'] ??= Number(id);
      else if (names['restricted'] === undefined && (await isRefused(target, id))) {
        names['restricted'] = Number(id);
        if (type === 'process' && !slugsOfMember.has(slug)) names['restrictedProcess'] = slug;
      }
    }
  }
  return names;
}

/** Whether neither an anonymous client nor the participant may see a component. */
async function isRefused(target: Target, id: string): Promise<boolean> {
  const actors = (['anonymous', 'member'] as const).filter((actor) => target.missingCredentials(actor) === undefined);
  const types = await Promise.all(actors.map((actor) => readComponentType(target, actor, id)));
  return types.every((type) => type === undefined);
}
