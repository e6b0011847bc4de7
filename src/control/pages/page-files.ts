import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A page with a program of its own. */
export type PageName = 'home' | 'explorer' | 'console';

type PageFiles = Map<string, Uint8Array>;

// The package has the files that the build made; a checkout makes those of a page when somebody opens it.
const builtPages = new URL('../../../pages/', import.meta.url);
const bundler = new URL('../../../scripts/bundle-pages.mjs', import.meta.url);

const bundles = new Map<PageName, Promise<PageFiles>>();

/** Reads a file of a page; undefined if there is none with this name, which has no slashes. */
export async function readPageFile(page: PageName, name: string): Promise<Uint8Array | undefined> {
  if (!existsSync(bundler)) return readFile(new URL(`${page}/${name}`, builtPages)).catch(() => undefined);
  if (!bundles.has(page)) bundles.set(page, bundle(page));
  return (await bundles.get(page))!.get(name);
}

async function bundle(page: PageName): Promise<PageFiles> {
  const { bundlePage } = (await import(bundler.href)) as { bundlePage(name: string): Promise<PageFiles> };
  return bundlePage(page);
}
