/** The script of the page: it sorts and filters the table, and opens the town of a link. */
export const pageScript = `
const table = document.querySelector('.towns');
function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.matches('.group')) {
    target.open = true;
    target.scrollIntoView();
  }
}
addEventListener('hashchange', openTarget);
openTarget();
if (table) {
  const tools = document.querySelector('.tools');
  const search = tools.querySelector('input');
  const release = tools.querySelector('select');
  const count = document.getElementById('count');
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const textOf = (row, column) => row.cells[column].textContent;
  const filter = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word)) || (release.value !== '' && textOf(row, 1) !== release.value);
      if (!row.hidden) shown += 1;
    }
    count.textContent = shown + ' of ' + rows.length + ' towns';
  };
  const headers = [...table.tHead.rows[0].cells];
  const sortBy = (column) => {
    const header = headers[column];
    const isDescending = header.ariaSort === 'ascending';
    for (const each of headers) each.removeAttribute('aria-sort');
    header.ariaSort = isDescending ? 'descending' : 'ascending';
    rows.sort((a, b) => textOf(a, column).localeCompare(textOf(b, column), 'en', { numeric: true }));
    if (isDescending) rows.reverse();
    body.append(...rows);
  };
  headers.forEach((header, column) => {
    const button = document.createElement('button');
    button.textContent = header.textContent;
    button.addEventListener('click', () => sortBy(column));
    header.replaceChildren(button);
  });
  tools.hidden = false;
  tools.addEventListener('input', filter);
  filter();
}
`;
