import type { Report, Verdict } from '../model/report.ts';
import { escapeMarkup, formatJson } from '../../src/client/format-text.ts';

const colors: Record<Verdict, string> = {
  conformant: '#2c8a4b',
  'not conformant': '#c0332f',
  differences: '#b5540f',
  'no new difference': '#8a6d00',
  'no difference': '#2f6fb3',
  stopped: '#6a6f76',
};

function message({ verdict, mode, results }: Report): string {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  const texts: Record<Verdict, string> = {
    conformant: 'conformant',
    'not conformant': `${count('failed')} failed`,
    differences: `${count('failed')} below MUST`,
    'no new difference': `${count('failed')} known`,
    'no difference': `${count('passed')} passed (${mode})`,
    stopped: 'stopped',
  };
  return texts[verdict];
}

const label = 'conformance';

/** Renders the badge for the endpoint of shields.io (https://shields.io/badges/endpoint-badge). */
export const badgeEndpoint = (report: Report): string =>
  `${formatJson({ schemaVersion: 1, label, message: message(report), color: colors[report.verdict] }, 2)}\n`;

const textAt = (x: number, width: number, content: string): string =>
  `<text x="${x + width / 2}" y="14" textLength="${width - 14}">${content}</text>`;

/** Renders the badge as an SVG image. */
export function badgeSvg(report: Report): string {
  const text = escapeMarkup(message(report));
  const [left, right] = [label, text].map((each) => Math.round(each.length * 6.5) + 14) as [number, number];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${text}">
<title>${label}: ${text}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#4b5157"/><rect x="${left}" width="${right}" height="20" fill="${colors[report.verdict]}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${textAt(0, left, label)}${textAt(left, right, text)}</g>
</svg>
`;
}
