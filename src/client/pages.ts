/** A page of a list. */
export interface Page {
  /** The cursor of the next page; undefined for the last one. */
  next: string | undefined;
  /** The ids of its records; undefined for one that cannot be read. */
  ids: (number | string | undefined)[];
}

// A list of the platform changes while it is read, so that a page may have only records of the page before it.
const maxPagesWithoutNew = 3;
const maxPagesOfList = 100_000;

/**
 * Reads the pages of a list, one after the other. Returns what is wrong with a server that would be asked for ever: a cursor returns,
 * or there are more pages than the list has records.
 *
 * @param readPage reads the page after a cursor, or the first one.
 */
export async function readPages(
  readPage: (after: string | undefined) => Promise<Page>,
  maxPages = maxPagesOfList,
): Promise<string | undefined> {
  const cursors = new Set<string>();
  const ids = new Set<number | string>();
  let pagesWithoutNew = 0;
  let page = await readPage(undefined);
  for (let pages = 1; page.next !== undefined; pages += 1) {
    const isNew = page.ids.some((id) => id === undefined || !ids.has(id));
    for (const id of page.ids) if (id !== undefined) ids.add(id);
    pagesWithoutNew = isNew ? 0 : pagesWithoutNew + 1;
    if (cursors.has(page.next)) return `the server sends the cursor ${page.next} twice, so that its pages never end`;
    if (pagesWithoutNew === maxPagesWithoutNew || pages === maxPages)
      return `the server has a next page after ${pages} pages, but no new records, so that its pages never end`;
    cursors.add(page.next);
    page = await readPage(page.next);
  }
  return undefined;
}
