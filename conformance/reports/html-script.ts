/** The script of the page. It shows the search tools, which need it, and opens the case of a link. */
export const pageScript = `
const tools = document.querySelector('.tools');
const search = tools.querySelector('input[type=search]');
const requirement = tools.querySelector('select');
const boxes = [...tools.querySelectorAll('input[type=checkbox]')];
const groups = [...document.querySelectorAll('.group')];
const cases = [...document.querySelectorAll('.case')].map((element) => ({
  element,
  text: element.querySelector('.inside').textContent.toLowerCase() + element.firstElementChild.textContent.toLowerCase(),
}));
const count = document.getElementById('count');
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  let shown = 0;
  for (const { element, text } of cases) {
    const matches =
      wanted.has(element.dataset.outcome) &&
      (requirement.value === '' || element.dataset.requirements.split(' ').includes(requirement.value)) &&
      words.every((word) => text.includes(word));
    element.hidden = !matches;
    if (matches) shown += 1;
  }
  for (const group of groups) group.hidden = !group.querySelector('.case:not([hidden])');
  count.textContent = shown + ' of ' + cases.length + ' results';
  return words.length > 0 || requirement.value !== '' || wanted.size < boxes.length;
}
function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.matches('.case')) {
    target.open = true;
    target.closest('.group').open = true;
    target.scrollIntoView();
  }
}
tools.hidden = false;
tools.addEventListener('input', () => {
  if (filter()) for (const group of groups) group.open = !group.hidden;
});
addEventListener('hashchange', openTarget);
filter();
openTarget();
`;
