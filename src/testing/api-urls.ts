import type { Controls } from '../stand-in/controls.ts';

/** The URL of the API that an application calls: a URL, in which `*` is a part of a path and `**` anything, or a pattern of its beginning. */
export type ApiUrl = string | RegExp;

/** `/api` of any host. */
export const defaultApiUrl = /^https?:\/\/[^/]+\/api(?=$|[/?#])/;

// What the API names beside itself: pictures and other files, in the paths of the platform.
const filePath = /^\/(?:rails|decidim-packs|private_downloads)\//;
const ownPath = /^\/api(?:$|\/)/;

/** The requests of an application that a world answers. */
export interface ApiRoutes {
  /** Patterns of the URLs: those of the API, and those of the files that it names. */
  patterns: RegExp[];
  /** Returns the URL of the stand-in for a URL of the application; undefined if the world does not answer it. */
  urlOf(url: string): string | undefined;
}

/**
 * Creates the routes for a URL of the API, which may be relative to `base`. Files are those of its host, or of any host for a pattern.
 * Throws a TypeError for an invalid URL.
 */
export function createRoutes(apiUrl: ApiUrl, base?: string): ApiRoutes {
  const api = typeof apiUrl === 'string' ? patternOf(apiUrl, base) : withoutState(apiUrl);
  const hasOneHost = typeof apiUrl === 'string' && !apiUrl.includes('*');
  const origin = hasOneHost ? escape(new URL(apiUrl, base).origin) : 'https?://[^/]+';
  const files = new RegExp(`^${origin}${filePath.source.slice(1)}`);
  return {
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

function patternOf(text: string, base?: string): RegExp {
  const url = text.includes('*') || !URL.canParse(text, base) ? text : new URL(text, base).href;
  if (!/^https?:/.test(url) && !url.includes('*'))
    throw new TypeError(`apiUrl must be an http or https URL or a regular expression, not ${JSON.stringify(text)}`);
  const parts = url.replace(/\/$/, '').split(/(\*\*?)/);
  const source = parts.map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : escape(part))).join('');
  return new RegExp(`^${source}(?=$|[/?#])`);
}

/** A pattern that matches the same text each time. */
const withoutState = ({ source, flags }: RegExp): RegExp => new RegExp(source, flags.replaceAll(/[gy]/g, ''));

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
