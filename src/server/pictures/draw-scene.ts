import { createRandom } from '../../random.ts';
import { type Palette, palettes } from './palettes.ts';

const width = 960;
const height = 640;

/** A drawing in the making: random numbers and colours of one seed. */
interface Drawing {
  palette: Palette;
  between(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
}

const rect = (x: number, y: number, w: number, h: number, fill: string, rx = 0): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${rx ? ` rx="${rx}"` : ''}/>`;
const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
const circle = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => draw(i)).join('');

/** Hills across the picture, whose tops are about at `top`. */
function hills({ between }: Drawing, top: number, swing: number, fill: string): string {
  const step = width / 4;
  const curves = repeat(4, (index) => {
    const y = top + between(-swing, swing);
    return `S${index * step + step / 2} ${y} ${(index + 1) * step} ${top + between(-swing, swing)}`;
  });
  return path(`M0 ${top + between(-swing, swing)}${curves}V${height}H0z`, fill);
}

function tree({ palette, between, pick }: Drawing, x: number, y: number, size: number): string {
  const fill = pick(palette.trees);
  const trunk = rect(
    Math.round(x - size * 0.06),
    Math.round(y - size * 0.5),
    Math.round(size * 0.12),
    Math.round(size * 0.5),
    '#6b5245',
  );
  if (between(0, 3) < 1)
    return `${trunk}${path(`M${x} ${y - size * 1.3}l${size * 0.33} ${size}h${-size * 0.66}z`, fill)}`;
  const crown = [
    [0, -0.85, 0.36],
    [-0.24, -0.66, 0.26],
    [0.25, -0.68, 0.27],
  ] as const;
  return (
    trunk +
    crown
      .map(([dx, dy, r]) => circle(Math.round(x + dx * size), Math.round(y + dy * size), Math.round(r * size), fill))
      .join('')
  );
}

function house(drawing: Drawing, x: number, base: number, w: number, h: number): string {
  const { palette, between, pick } = drawing;
  const top = base - h;
  const roof =
    between(0, 2) < 1
      ? path(`M${x - 8} ${top}h${w + 16}l${-w / 2 - 8} ${-w * 0.35}z`, pick(palette.roofs))
      : rect(x - 5, top - 16, w + 10, 18, pick(palette.roofs));
  const columns = Math.max(2, Math.floor(w / 45));
  const rows = Math.max(1, Math.floor((h - 60) / 55));
  const gap = w / columns;
  const windows = repeat(columns * rows, (index) =>
    rect(
      Math.round(x + (index % columns) * gap + gap / 2 - 11),
      Math.round(top + 18 + Math.floor(index / columns) * 55),
      22,
      32,
      palette.window,
      2,
    ),
  );
  const door = rect(Math.round(x + w / 2 - 14), base - 46, 28, 46, pick(['#6d4c41', '#41617a', '#4a6b52']), 3);
  return rect(x, top, w, h, pick(palette.walls)) + roof + windows + door;
}

function street(drawing: Drawing, base: number): string {
  let text = '';
  for (let x = -20; x < width;) {
    const w = drawing.between(95, 170);
    text += house(drawing, x, base, w, drawing.between(120, 250));
    x += w;
  }
  return text;
}

/** What is in front of the hills, by the name of the scene. */
const scenes: ((drawing: Drawing) => string)[] = [
  // A street with trees.
  (drawing) => {
    const { palette, between } = drawing;
    return (
      street(drawing, 510) +
      rect(0, 508, width, 132, palette.path) +
      rect(0, 560, width, 80, palette.ground) +
      repeat(5, (index) => tree(drawing, 90 + index * 195 + between(-30, 30), 572, between(110, 150)))
    );
  },
  // A park with a path and a bench.
  (drawing) => {
    const { palette, between } = drawing;
    const x = between(330, 560);
    return (
      rect(0, 470, width, 170, palette.ground) +
      path(`M${x} 470c-30 60 130 90 ${between(20, 120)} 170h-170c-60-70 60-110 130-170z`, palette.path) +
      repeat(7, (index) =>
        tree(drawing, 40 + index * 145 + between(-40, 40), 485 + between(0, 90), between(120, 220)),
      ) +
      rect(690, 548, 130, 12, '#8b6a4f', 3) +
      rect(690, 524, 130, 10, '#8b6a4f', 3) +
      rect(704, 556, 10, 34, '#5d5147') +
      rect(796, 556, 10, 34, '#5d5147')
    );
  },
  // A river with a bridge.
  (drawing) => {
    const { palette, between } = drawing;
    const stone = drawing.pick(['#b9a78f', '#a8a19a', '#c2ad8c']);
    return (
      street(drawing, 440) +
      rect(0, 438, width, 202, palette.water) +
      repeat(9, () => rect(between(0, width), between(500, 620), between(50, 160), 4, '#ffffff55', 2)) +
      path('M0 420h960v46h-40a90 90 0 0 0-180 0h-80a90 90 0 0 0-180 0h-80a90 90 0 0 0-180 0H0z', stone) +
      rect(0, 408, width, 14, stone) +
      repeat(2, (index) => tree(drawing, 60 + index * 830, 640, between(150, 190)))
    );
  },
  // A square with a town hall.
  (drawing) => {
    const { palette, between } = drawing;
    const wall = drawing.pick(palette.walls);
    const roof = drawing.pick(palette.roofs);
    const x = between(330, 420);
    return (
      street(drawing, 470) +
      rect(0, 468, width, 172, palette.path) +
      rect(x, 250, 240, 220, wall) +
      path(`M${x - 14} 250h268l-134-62z`, roof) +
      rect(x + 90, 120, 60, 130, wall) +
      path(`M${x + 82} 120h76l-38-60z`, roof) +
      circle(x + 120, 160, 20, '#fbfaf5') +
      path(`M${x + 118} 146h4v14h10v4h-14z`, '#44515a') +
      repeat(8, (index) => rect(x + 22 + (index % 4) * 54, index < 4 ? 280 : 356, 26, 46, palette.window, 13)) +
      rect(x + 102, 410, 36, 60, '#6d4c41', 18) +
      repeat(3, (index) => tree(drawing, 110 + index * 370 + between(-30, 30), 590, between(120, 160)))
    );
  },
  // Fields with an orchard.
  (drawing) => {
    const { palette, between, pick } = drawing;
    return (
      rect(0, 450, width, 190, palette.ground) +
      repeat(6, (index) =>
        path(
          `M${index * 190 - 90} 640l${260 - index * 20}-190h34l${-180 + index * 12} 190z`,
          pick([palette.hills[0], palette.path]),
        ),
      ) +
      house(drawing, between(90, 640), 470, between(150, 200), between(120, 160)) +
      repeat(6, (index) => tree(drawing, 70 + index * 165 + between(-25, 25), 520 + (index % 2) * 60, between(90, 130)))
    );
  },
];

/** Draws a view of a town as SVG: the same for the same seed, and different for most others. */
export function drawScene(seed: number): string {
  const random = createRandom(seed);
  const between = (least: number, most: number) => Math.round(least + (most - least) * random());
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const palette = pick(palettes);
  const drawing: Drawing = { palette, between, pick };
  const [top, bottom] = palette.sky;
  const sky = `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".8" stop-color="${bottom}"/></linearGradient>`;
  const cloud = () => {
    const [x, y, r] = [between(40, 880), between(50, 170), between(16, 30)];
    return `<g opacity=".75">${rect(x - r * 2, y, r * 5, r, '#fff', r / 2)}${circle(x, y, r, '#fff')}${circle(x + r, y + 4, Math.round(r * 0.8), '#fff')}</g>`;
  };
  const shapes =
    rect(0, 0, width, height, 'url(#s)') +
    circle(between(120, 840), between(90, 190), between(34, 52), palette.sun) +
    repeat(between(1, 4), cloud) +
    hills(drawing, 320, 55, palette.far) +
    hills(drawing, 390, 40, palette.hills[0]) +
    hills(drawing, 430, 25, palette.hills[1]) +
    pick(scenes)(drawing);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${sky}</defs>${shapes}</svg>`;
}
