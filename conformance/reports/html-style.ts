const lightColors = `
  --ground: #f5f6f8; --sheet: #fff; --ink: #1c2128; --soft: #57606b; --line: #dde1e6; --link: #0f5ca8;
  --good: #11633a; --good-ground: #e1f4e8; --bad: #a1201c; --bad-ground: #fde8e6; --bad-fill: #d03b35;
  --calm: #23497f; --calm-ground: #e4edf9; --warn: #744800; --warn-ground: #fcf0d3;
  --mute: #525a64; --mute-ground: #eaedf0; --lost: #62307f; --lost-ground: #f2e7f8;
`;

const darkColors = `
  --ground: #12161b; --sheet: #1b2027; --ink: #e6e9ed; --soft: #a3adb8; --line: #333b45; --link: #86bbf5;
  --good: #8fdcae; --good-ground: #14342a; --bad: #ffaea7; --bad-ground: #461f1f; --bad-fill: #e25c54;
  --calm: #a9caf8; --calm-ground: #1d3152; --warn: #f2cb7d; --warn-ground: #3c2f17;
  --mute: #b1bac4; --mute-ground: #2b323a; --lost: #ddb8f2; --lost-ground: #38224a;
`;

const mono = 'ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace';

/** The style sheet of the page. Every text has a contrast of at least 4.5, in light and dark mode. */
export const stylesheet = `
:root { color-scheme: light dark; ${lightColors} }
@media (prefers-color-scheme: dark) { :root { ${darkColors} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
header, main, footer { max-width: 74rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 2.25rem; }
h1 { font-size: .875rem; font-weight: 600; color: var(--soft); margin: 0 0 .75rem; letter-spacing: .04em; text-transform: uppercase; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.75rem 0 .75rem; scroll-margin-top: 1rem; }
h3 { font-size: 1rem; margin: 0; font-weight: 600; overflow-wrap: anywhere; }
h4 { font-size: .8125rem; margin: 1rem 0 .25rem; color: var(--soft); font-weight: 600; }
a { color: var(--link); }
p { margin: .5rem 0; max-width: 52rem; }
code, pre { font-family: ${mono}; font-size: .8125rem; }
pre { margin: 0; padding: .75rem 1rem; background: var(--ground); border: 1px solid var(--line); border-radius: .375rem; overflow: auto; max-height: 26rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.soft { color: var(--soft); font-size: .875rem; }
.good { color: var(--good); background: var(--good-ground); }
.bad { color: var(--bad); background: var(--bad-ground); }
.calm { color: var(--calm); background: var(--calm-ground); }
.warn { color: var(--warn); background: var(--warn-ground); }
.mute { color: var(--mute); background: var(--mute-ground); }
.lost { color: var(--lost); background: var(--lost-ground); }
.verdict { border-left: .375rem solid; border-radius: .5rem; padding: 1.125rem 1.375rem; }
.verdict p { margin: 0; max-width: none; overflow-wrap: anywhere; }
.verdict strong { font-size: 1.75rem; line-height: 1.25; font-weight: 700; text-wrap: balance; }
.verdict p + p { margin-top: .375rem; }
dl.about { display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; margin: 1rem 0 0; font-size: .875rem; }
dl.about div { display: flex; gap: .5rem; min-width: 0; }
dl.about dt { color: var(--soft); }
dl.about dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.panel { background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; margin: 0; padding: 1.25rem 1.375rem; }
.panel.flush { padding: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: left; padding: .5rem .875rem; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--soft); font-weight: 600; }
tbody th { font-weight: 500; overflow-wrap: anywhere; }
.numbers :is(td, thead th:not(:first-child)) { text-align: right; font-variant-numeric: tabular-nums; }
td.zero { color: var(--soft); }
td.alarm { color: var(--bad); font-weight: 700; }
tr.all > * { font-weight: 600; }
.lines { margin: 0; padding: .25rem 0 .25rem 1.25rem; font-size: .9375rem; overflow-wrap: anywhere; }
.failures { list-style: none; margin: 0; padding: 0; display: grid; gap: .625rem; }
.failures > li { background: var(--sheet); border: 1px solid var(--line); border-left: .25rem solid var(--bad-fill); border-radius: .5rem; padding: .75rem 1rem; min-width: 0; }
.failures p { margin: 0; max-width: none; overflow-wrap: anywhere; }
.failures a { font-weight: 600; }
.difference { margin: .5rem 0 0; font-size: .875rem; }
.difference div { display: grid; grid-template-columns: 5rem 1fr; gap: .5rem; }
.difference dt { color: var(--soft); }
.difference dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
summary { cursor: pointer; border-radius: .5rem; }
:is(summary, a, input, pre, .scroll):focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.reason > summary { padding: .625rem 1rem; }
.reason + .reason { border-top: 1px solid var(--line); }
.reason .lines { padding: 0 1rem 1rem 2.25rem; }
.ids { padding: 0 1rem 1rem; margin: 0; max-width: none; line-height: 1.9; }
.ids a { margin-right: .75rem; }
.tools { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; background: var(--ground); padding: .75rem 0; border-bottom: 1px solid var(--line); }
[hidden], .tools[hidden] { display: none; }
.tools input[type=search] { font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--soft); border-radius: .375rem; padding: .35rem .75rem; width: min(22rem, 100%); }
.tools ::placeholder { color: var(--soft); opacity: 1; }
.tools label { display: inline-flex; gap: .35rem; align-items: center; font-size: .875rem; min-height: 1.5rem; }
.group { margin: .75rem 0; }
.group > summary { display: flex; flex-wrap: wrap; gap: .125rem 1rem; align-items: baseline; padding: .625rem 1rem; background: var(--sheet); border: 1px solid var(--line); }
.group > summary::before { content: ""; flex: none; width: .4375rem; height: .4375rem; border: solid var(--soft); border-width: 0 2px 2px 0; rotate: -45deg; align-self: center; margin-right: -.25rem; }
.group[open] > summary::before { rotate: 45deg; }
.group > summary::-webkit-details-marker, .case > summary::-webkit-details-marker { display: none; }
.group > summary:hover, .case > summary:hover { background: var(--ground); }
.case { background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; margin: .375rem 0 .375rem 1rem; scroll-margin-top: 4.5rem; }
.case > summary { display: grid; grid-template-columns: 9rem 1fr auto; gap: .25rem 1rem; padding: .5rem 1rem; align-items: baseline; list-style: none; }
.badge { justify-self: start; display: inline-block; border-radius: 1rem; padding: .05rem .7rem; font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.title { overflow-wrap: anywhere; min-width: 0; }
.title code { color: var(--soft); margin-left: .375rem; }
.inside { padding: .25rem 1rem 1rem; border-top: 1px solid var(--line); }
.inside ul { margin: .5rem 0; padding-left: 1.25rem; font-size: .875rem; }
.why { font-weight: 600; overflow-wrap: anywhere; }
.exchange { border: 1px solid var(--line); border-radius: .375rem; margin: .5rem 0; }
.exchange > summary { padding: .4rem .875rem; font-size: .875rem; }
.exchange > div { padding: 0 .875rem .875rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 0 1rem; }
.pair > div { min-width: 0; }
.differences { table-layout: fixed; }
.differences :is(th, td) { overflow-wrap: anywhere; }
footer { padding: 3rem 1.5rem 2rem; }
@media (max-width: 44rem) {
  header, main, footer { padding-left: 1rem; padding-right: 1rem; }
  header { padding-top: 1.25rem; }
  .verdict { padding: .875rem 1rem; }
  .verdict strong { font-size: 1.375rem; }
  .panel { padding: 1rem; }
  .tools { position: static; }
  .case { margin-left: 0; }
  .case > summary { grid-template-columns: 1fr auto; }
  .case > summary > .title { grid-row: 2; grid-column: 1 / -1; }
  .cards, .cards tbody, .cards tr, .cards th, .cards td { display: block; }
  .cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .cards tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .cards tr:last-child { border-bottom: 0; }
  .cards :is(th, td) { border: 0; padding: .1875rem 1rem; min-width: 0; }
  .cards tbody th { font-weight: 600; padding-bottom: .375rem; }
  .cards td { display: grid; grid-template-columns: 8rem 1fr; gap: .75rem; text-align: left; }
  .cards td::before { content: attr(data-label); color: var(--soft); }
  .cards td.zero { display: none; }
  .numbers tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .5rem 1rem; }
  .numbers :is(th, td) { padding: 0; }
  .numbers tbody th { width: 100%; }
  .numbers td { display: block; }
  .numbers td::before { content: none; }
  .numbers td::after { content: " " attr(data-label); color: var(--soft); font-weight: 400; }
  .cards tr[hidden] { display: none; }
  .differences td { grid-template-columns: 4.5rem 1fr; }
  .difference div { grid-template-columns: 4.5rem 1fr; }
}
@media print {
  :root { ${lightColors} color-scheme: light; }
  * { print-color-adjust: exact; }
  body { background: none; font-size: .875rem; }
  header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  .tools, .case:not([open]), .exchange:not([open]) { display: none; }
  .case { margin-left: 0; }
  a { color: inherit; }
  pre { max-height: none; }
  h2, h3, .group > summary { break-after: avoid; }
  .verdict, figure, .failures > li, .case > summary, tr { break-inside: avoid; }
}
`;
