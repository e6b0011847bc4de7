/** The script of the page: it shows the tools, which do nothing without it, and hides what they leave out. */
export const pageScript = `
const tools = document.querySelector('.tools');
const search = tools.querySelector('input[type=search]');
const boxes = [...tools.querySelectorAll('input[type=checkbox]')];
const cases = [...document.querySelectorAll('.case')].map((element) => ({
  element,
  text: element.querySelector('.inside').textContent.toLowerCase() + element.firstElementChild.textContent.toLowerCase(),
}));
const count = document.getElementById('count');
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/);
  const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  let left = 0;
  for (const { element, text } of cases) {
    const fits = wanted.has(element.dataset.outcome) && words.every((word) => text.includes(word));
    element.hidden = !fits;
    if (fits) left += 1;
  }
  for (const group of document.querySelectorAll('.group')) group.hidden = !group.querySelector('.case:not([hidden])');
  count.textContent = left + ' of ' + cases.length + ' cases';
}
function open() {
  const aim = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (aim && aim.matches('.case')) {
    aim.open = true;
    aim.scrollIntoView();
  }
}
tools.hidden = false;
tools.addEventListener('input', filter);
addEventListener('hashchange', open);
filter();
open();
`;
