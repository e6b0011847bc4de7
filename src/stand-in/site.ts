import { realpathSync, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { isControlPath } from '../control/control-program.ts';
import type { ServerContext, Step } from '../control/request-state.ts';
import { CommandError, exitCodes } from '../errors.ts';

export interface SiteOptions {
  /** What `openSite` returned. */
  root: string;
  /** Files and folders of the product: what is in them is never sent. */
  ownPaths: readonly string[];
  /** Called before a page of the site is sent. */
  onPage(ctx: ServerContext): void;
}

const page = 'index.html';
// Pictures and the sign-in of people have paths like those of the platform. The other pages in a language are the site's.
const pathOfApi = /^\/(?:api|oauth|rails|decidim-packs|(?:[a-z]{2}(?:-\w+)?\/)?users\/sign_(?:in|out))(?![^/])/;

/** A file that a link leads to outside the folder of the site, or a file of the product. */
class OutsideError extends Error {}

/** Returns the real folder of a site. Throws a CommandError if it has no `index.html`. */
export function openSite(folder: string): string {
  try {
    if (statSync(join(folder, page)).isFile()) return realpathSync(folder);
  } catch {
    // It is not there, or cannot be read.
  }
  throw new CommandError(`--site ${folder}: must be a folder with an ${page}`, exitCodes.usage);
}

/** The paths of `ownPaths` that are in the folder of a site, relative to it. */
export const ownPathsIn = (root: string, ownPaths: readonly string[]): string[] =>
  ownPaths.map(realPathOf).flatMap((path) => (isIn(root, path) ? relative(root, path) || '.' : []));

const isIn = (folder: string, path: string): boolean => path === folder || path.startsWith(folder + sep);

/** The path without links; of what does not exist yet, that of its folder. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const absolute = resolve(path);
    const parent = resolve(absolute, '..');
    return parent === absolute ? absolute : join(realPathOf(parent), basename(absolute));
  }
}

/**
 * Creates the step that sends the files of a built site, and its `index.html` to browsers that ask for another path. It sends neither
 * hidden files, nor files outside the folder of the site, nor those of the product.
 */
export function createSite({ root, ownPaths, onPage }: SiteOptions): Step {
  const options = {
    root,
    dotfiles: 'ignore' as const,
    async onFile(file: string) {
      const real = await realpath(file);
      // A folder can be made, or a link changed, at any time.
      if (!isIn(root, real) || ownPaths.some((path) => isIn(realPathOf(path), real))) throw new OutsideError();
    },
  };

  async function sendFile(ctx: ServerContext, path: string): Promise<boolean> {
    const { send } = await import('@fastify/send');
    const { statusCode, headers, stream } = await send(ctx.req, path, options).catch((error: unknown) => {
      if (error instanceof OutsideError) return ctx.throw(403, 'This file is not part of the site.');
      throw error;
    });
    if (statusCode === 404) return false;
    ctx.body = stream;
    ctx.status = statusCode;
    ctx.set(headers);
    if (headers['Location'] !== undefined) ctx.set('Location', headers['Location'] + ctx.search);
    // A page that has not changed has no type.
    if (statusCode === 304 || ctx.type === 'text/html') onPage(ctx);
    // What is recorded is the use of the API.
    delete ctx.state.recording;
    return true;
  }

  return async (ctx, next) => {
    const { path, method } = ctx;
    const isOfStandIn = pathOfApi.test(path) || (path !== '/' && isControlPath(path));
    const asksForPage = /\btext\/html\b/.test(ctx.get('accept'));
    // Other clients than browsers get the JSON that says which server this is.
    const isIdentity = path === '/' && !asksForPage;
    if ((method !== 'GET' && method !== 'HEAD') || isOfStandIn || isIdentity) return next();
    if (await sendFile(ctx, path)) return undefined;
    // A file that is missing is no path of the site, unless somebody opens it in a browser.
    const isPath = asksForPage || (!basename(path).includes('.') && ctx.accepts('html') !== false);
    return isPath && (await sendFile(ctx, `/${page}`)) ? undefined : next();
  };
}
