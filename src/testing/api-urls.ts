import type { Controls } from '../stand-in/controls.ts';

/** The URL of the API that an application calls: a URL, in which `*` is a part of a path and `**` anything, or a pattern of its beginning. */
export type ApiUrl = string | RegExp;

const loopback = String.raw`https?://(?:localhost|[^/:]+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?`;

// What the API names beside itself: pictures and other files, in the paths of the platform.
const filePath = /^\/(?:rails|decidim-packs|private_downloads)\//;
const ownPath = /^\/api(?:$|\/)/;

/** The requests of an application that a world answers. */
export interface ApiRoutes {
  /** What `apiUrl` is, for messages. */
  description: string;
  /** Patterns of the URLs: those of the API, and those of the files that it names. */
  patterns: RegExp[];
  /** Returns the URL of the stand-in for a URL of the application; undefined if the world does not answer it. */
  urlOf(url: string): string | undefined;
}

/**
 * Creates the routes for a URL of the API, which may be relative to `base`: by default, `/api` of the origin of `base` and of loopback
 * addresses. Files are those of its host, or of any host for a pattern. Throws a TypeError for an invalid URL.
 */
export function createRoutes(apiUrl: ApiUrl | undefined, base?: string): ApiRoutes {
  const near = `(?:${base && URL.canParse(base) ? `${escape(new URL(base).origin)}|` : ''}${loopback})`;
  const api = apiUrl === undefined ? new RegExp(`^${near}/api(?=$|[/?#])`) : patternOf(apiUrl, base);
  const hasOneHost = typeof apiUrl === 'string' && !apiUrl.includes('*');
  const ofUrl = hasOneHost ? escape(new URL(apiUrl, base).origin) : 'https?://[^/]+';
  const origin = apiUrl === undefined ? near : ofUrl;
  const files = new RegExp(`^${origin}${filePath.source.slice(1)}`);
  return {
    description:
      apiUrl === undefined ? "not set, so that it is /api of the page's own origin and of loopback" : String(apiUrl),
    patterns: [api, files],
    urlOf(url) {
      if (files.test(url)) return url;
      const found = api.exec(url);
      if (!found) return undefined;
      const { origin: host, pathname } = new URL(url);
      return ownPath.test(pathname) ? url : `${host}/api${url.slice(found.index + found[0].length)}`;
    },
  };
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function patternOf(text: ApiUrl, base?: string): RegExp {
  // A pattern must match the same text each time.
  if (typeof text !== 'string') return new RegExp(text.source, text.flags.replaceAll(/[gy]/g, ''));
  const url = text.includes('*') || !URL.canParse(text, base) ? text : new URL(text, base).href;
  if (!/^https?:/.test(url) && !url.includes('*'))
    throw new TypeError(`apiUrl must be an http or https URL or a regular expression, not ${JSON.stringify(text)}`);
  const parts = url.replace(/\/$/, '').split(/(\*\*?)/);
  const source = parts.map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : escape(part))).join('');
  return new RegExp(`^${source}(?=$|[/?#])`);
}

/**
 * Answers a request of an application at a URL of the stand-in. Rejects with a TypeError, as `fetch` does, if the connection ends without a
 * response.
 */
export async function answer({ fetch }: Pick<Controls, 'fetch'>, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    init.signal?.throwIfAborted();
    throw new TypeError('fetch failed', { cause: error });
  }
}
