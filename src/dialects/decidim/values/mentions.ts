import type { RequestContext } from '../../../graphql/context.ts';
import { pagePath } from '../../../server/resolvers/urls.ts';
import type { Store } from '../../../store/store.ts';
import { globalId } from './global-ids.ts';
import { normalizeHtml } from './html.ts';

const nickname = /\B@(\w+)\b/g;
const userId = /gid:\/\/[\w-]+\/Decidim::User\/(\d+)/g;
const tag = /<[a-z!/]/i;

/**
 * Returns a text as the platform stores it: mentions of people, such as `@ada`, become global ids. In HTML, which is
 * normalized, they stay.
 */
export function storeMentions(text: string, store: Store): string {
  if (tag.test(text)) return normalizeHtml(text);
  return text.replace(nickname, (mention, name: string) => {
    const user = store
      .all('users')
      .find((each) => each.key === null && each.nickname.toLowerCase() === name.toLowerCase());
    return user ? globalId('Decidim::User', user.id) : mention;
  });
}

/** Replaces the global ids of people by links to their profiles; those of unknown ones by nothing. */
export const renderMentions = (html: string, context: RequestContext): string =>
  html.replace(userId, (_, id: string) => {
    const user = context.store.find('users', id);
    if (!user) return '';
    const url = `${context.origin}${pagePath(`/profiles/${user.nickname}`, context, context.locale)}`;
    return `<a href="${url}" data-external-link="false" target="_blank" rel="nofollow noopener noreferrer ugc">@${user.nickname}</a>`;
  });
