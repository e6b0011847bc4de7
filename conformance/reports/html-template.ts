import { escapeMarkup } from './format-text.ts';

/** HTML whose values are already escaped. */
export class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

type Value = string | number | Markup | Value[] | undefined;

function toHtml(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.html;
  if (Array.isArray(value)) return value.map(toHtml).join('');
  return escapeMarkup(String(value));
}

/** Escapes a code or coordinate, and allows line breaks after dots and underscores. */
export const withWordBreaks = (text: string): Markup =>
  new Markup(toHtml(text).replaceAll(/(?<=[a-z0-9])[._](?=[A-Za-z])/gi, '$&<wbr>'));

/** Template tag that escapes every value except Markup, and removes the indentation. */
export const markup = (strings: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(strings.map((part, index) => part.replaceAll(/\n\s*/g, '\n') + toHtml(values[index])).join(''));

/** The style sheet of the page. Every text has a contrast of at least 4.5, in light and dark mode. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f7f7f5; --sheet: #fff; --ink: #20242a; --soft: #5a626d; --line: #dfe1e4; --link: #1d5fa8;
  --good: #17683a; --good-ground: #e2f3e8; --bad: #a3201d; --bad-ground: #fce6e4; --calm: #2a4b7c; --calm-ground: #e5edf8;
  --warn: #7a4d00; --warn-ground: #fdf0d2; --mute: #555d67; --mute-ground: #eceef0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15181c; --sheet: #1d2126; --ink: #e4e7ea; --soft: #a2abb5; --line: #343a42; --link: #86b8f0;
    --good: #8fd9ac; --good-ground: #17352a; --bad: #ffaaa3; --bad-ground: #45201f; --calm: #a9c8f5; --calm-ground: #1f3150;
    --warn: #f1c97a; --warn-ground: #3d3018; --mute: #b0b8c1; --mute-ground: #2c3138;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
}
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 2.5rem; }
h1 { font-size: 1rem; font-weight: 600; color: var(--soft); margin: 0 0 .75rem; letter-spacing: .02em; }
h2 { font-size: 1.25rem; margin: 3rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; font-weight: 600; }
h4 { font-size: .8125rem; margin: 1rem 0 .25rem; color: var(--soft); font-weight: 600; }
a { color: var(--link); }
p { margin: .5rem 0; max-width: 46rem; }
.soft { color: var(--soft); font-size: .875rem; }
.verdict { border-left: .375rem solid; border-radius: .5rem; padding: 1rem 1.25rem; font-size: 1.25rem; max-width: none; margin: 0; }
.verdict strong { display: block; font-size: 1.75rem; line-height: 1.25; }
.good { color: var(--good); background: var(--good-ground); }
.bad { color: var(--bad); background: var(--bad-ground); }
.calm { color: var(--calm); background: var(--calm-ground); }
.warn { color: var(--warn); background: var(--warn-ground); }
.mute { color: var(--mute); background: var(--mute-ground); }
dl.about { display: flex; flex-wrap: wrap; gap: .25rem 2rem; margin: 1rem 0 0; font-size: .875rem; }
dl.about div { display: flex; gap: .5rem; min-width: 0; }
dl.about dt { color: var(--soft); }
dl.about dd { margin: 0; overflow-wrap: anywhere; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.figures li { background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; color: var(--soft); font-size: .875rem; }
.figures b { display: block; font-size: 1.75rem; line-height: 1.2; font-weight: 600; color: var(--ink); font-variant-numeric: tabular-nums; }
.figures .bad b { color: var(--bad); }
.scroll { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: left; padding: .5rem .875rem; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--soft); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 500; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.zero { color: var(--soft); }
tr.all > * { font-weight: 600; border-top: 1px solid var(--line); }
.matrix tbody th { min-width: 9rem; }
.matrix td { border-left: 3px solid var(--sheet); border-bottom: 3px solid var(--sheet); min-width: 7.5rem; }
.matrix td b { display: block; font-weight: 600; }
.matrix td small { display: block; font-size: .75rem; line-height: 1.35; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace; font-size: .8125rem; }
pre { margin: 0; padding: .75rem 1rem; background: var(--ground); border: 1px solid var(--line); border-radius: .375rem; overflow: auto; max-height: 26rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.tools { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; background: var(--ground); padding: .75rem 0; border-bottom: 1px solid var(--line); }
.tools[hidden], [hidden] { display: none; }
.tools input[type=search] { font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--soft); border-radius: .375rem; padding: .35rem .75rem; width: min(22rem, 100%); }
.tools ::placeholder { color: var(--soft); opacity: 1; }
.tools label { display: inline-flex; gap: .35rem; align-items: center; font-size: .875rem; }
.case { background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; margin: .375rem 0; scroll-margin-top: 4rem; }
summary { cursor: pointer; border-radius: .5rem; }
summary:focus-visible, a:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.case > summary { display: grid; grid-template-columns: 9.5rem 1fr auto; gap: .25rem 1rem; padding: .5rem 1rem; align-items: baseline; list-style: none; }
.case > summary::-webkit-details-marker { display: none; }
.case > summary .badge::before { content: "▸"; display: inline-block; width: 1rem; margin-left: -.15rem; transition: rotate .1s; }
.case[open] > summary .badge::before { rotate: 90deg; transform-origin: 35% 52%; }
.case > summary:hover { background: var(--ground); }
.badge { justify-self: start; border-radius: 1rem; padding: .05rem .7rem; font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.case summary code { color: var(--soft); overflow-wrap: anywhere; margin-left: .5rem; }
.inside { padding: .25rem 1rem 1rem; border-top: 1px solid var(--line); }
.inside ul { margin: .5rem 0; padding-left: 1.25rem; font-size: .875rem; }
.exchange { border: 1px solid var(--line); border-radius: .375rem; margin: .5rem 0; }
.exchange > summary { padding: .4rem .875rem; font-size: .875rem; }
.exchange > div { padding: 0 .875rem .875rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 0 1rem; }
.pair > div { min-width: 0; }
.differences :is(th, td) { overflow-wrap: anywhere; max-width: 26rem; min-width: 6rem; }
footer { padding: 3rem 1.5rem 2rem; }
@media (max-width: 40rem) { .tools { position: static; } .case > summary { grid-template-columns: 1fr auto; } .case > summary > :nth-child(2) { grid-row: 2; grid-column: 1 / -1; } }
@media print { .tools { display: none; } body { background: none; } }
`;

/** The script of the page. It shows the search tools, which need it, and opens the case of a link. */
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
  let shown = 0;
  for (const { element, text } of cases) {
    const matches = wanted.has(element.dataset.outcome) && words.every((word) => text.includes(word));
    element.hidden = !matches;
    if (matches) shown += 1;
  }
  for (const group of document.querySelectorAll('.group')) group.hidden = !group.querySelector('.case:not([hidden])');
  count.textContent = shown + ' of ' + cases.length + ' cases';
}
function open() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.matches('.case')) {
    target.open = true;
    target.scrollIntoView();
  }
}
tools.hidden = false;
tools.addEventListener('input', filter);
addEventListener('hashchange', open);
filter();
open();
`;
