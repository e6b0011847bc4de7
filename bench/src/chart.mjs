import { summarizeServer } from './results.mjs';

const width = 900;
const labelWidth = 250;
const numberWidth = 70;
const barHeight = 16;
const rowHeight = 22;
const groupHeight = 40;
const headHeight = 64;

const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-size: 20px; font-weight: 600; }
  .note, .unit { fill: #59636e; }
  .operation { font-size: 15px; font-weight: 600; }
  .number { font-variant-numeric: tabular-nums; }
  .background { fill: #ffffff; }
  .bar { fill: #8c959f; }
  .stand-in { fill: #0969da; }
  .range { stroke: #1f2328; stroke-width: 1.5; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .note, .unit { fill: #9198a1; }
    .background { fill: #0d1117; }
    .bar { fill: #6e7681; }
    .stand-in { fill: #4493f8; }
    .range { stroke: #e6edf3; }
  }
`;

const escape = (/** @type {string} */ text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * @param {string} className
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
const textElement = (className, x, y, text, anchor = 'start') =>
  `<text class="${className}" x="${x}" y="${y}" text-anchor="${anchor}">${escape(text)}</text>`;

const isStandIn = (/** @type {string} */ key) => /^(?:compared-|decidim-)?(?:durable|memory)$/.test(key);

/**
 * Draws the rates of all servers as an SVG image with a group of horizontal bars for each operation. Each group has a scale of its
 * own; a thin line goes from the lowest to the highest round.
 * @param {import('./results.mjs').RequestResults} results
 */
export function drawChart(results) {
  const barWidth = width - labelWidth - numberWidth - 20;
  /** @type {string[]} */
  const elements = [];
  let y = headHeight;
  for (const { key, name, unit, connections } of results.operations) {
    const bars = results.servers.flatMap((server) => {
      const rate = summarizeServer(results, key, server.key)?.rate;
      return rate ? [{ ...server, rate }] : [];
    });
    const highest = Math.max(...bars.map(({ rate }) => rate.max));
    const scale = (/** @type {number} */ rate) => Math.round((rate / highest) * barWidth * 10) / 10;
    elements.push(
      textElement('operation', 20, y + 24, `${name}, ${connections} connections`),
      textElement('unit', width - 20, y + 24, `${unit} per second`, 'end'),
    );
    y += groupHeight;
    for (const { key: server, name: label, rate } of bars) {
      const middle = y + rowHeight / 2;
      const start = labelWidth;
      const number = Math.round(rate.median).toLocaleString('en');
      elements.push(
        textElement('', start - 10, middle + 4, label, 'end'),
        `<rect class="bar${isStandIn(server) ? ' stand-in' : ''}" x="${start}" y="${middle - barHeight / 2}" width="${scale(rate.median)}" height="${barHeight}" rx="2"/>`,
        `<line class="range" x1="${start + scale(rate.min)}" x2="${start + scale(rate.max)}" y1="${middle}" y2="${middle}"/>`,
        textElement('number', start + scale(rate.max) + 10, middle + 4, number),
      );
      y += rowHeight;
    }
  }
  const height = y + 20;
  const { date, node } = results.environment;
  const title = 'Requests per second of the stand-in and of other servers';
  const note = `median of ${results.rounds} rounds, line from the lowest to the highest; each operation has its own scale; Node.js ${node}, ${date}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${title}</title>
<style>${style}</style>
<rect class="background" width="${width}" height="${height}"/>
${[textElement('title', 20, 34, title), textElement('note', 20, 56, note), ...elements].join('\n')}
</svg>
`;
}
