import { createRandom } from '../../random.ts';

const grounds = ['#bcd9e8', '#f4d7b5', '#cfe3c4', '#e6cfe2', '#f2c9c0', '#d5d3ec'];
const skins = ['#f6d3b5', '#e4b58c', '#c58c62', '#9c6644', '#6f4630'];
const hairs = ['#2c2321', '#5a3a28', '#8c5a30', '#c99b54', '#8f8f92', '#a33f2c'];
const clothes = ['#3d6b8f', '#8f4a4a', '#4d7a58', '#6c5590', '#c07a34', '#37454f'];

/** The hair of a person; what is behind the head comes first. */
const styles: ((hair: string) => [behind: string, before: string])[] = [
  (hair) => [
    '',
    `<path d="M118 168c-6-80 40-112 84-112s86 34 80 112c-14-46-44-58-82-58s-70 14-82 58z" fill="${hair}"/>`,
  ],
  (hair) => [
    `<path d="M108 290V176c0-78 44-122 92-122s92 44 92 122v114z" fill="${hair}"/>`,
    `<path d="M122 170c4-66 44-92 78-92s74 26 78 92c-30-10-60-30-78-58-18 28-48 48-78 58z" fill="${hair}"/>`,
  ],
  (hair) => [
    `<circle cx="200" cy="140" r="106" fill="${hair}"/>`,
    `<path d="M124 168c2-62 36-86 76-86s74 24 76 86c-22-34-44-44-76-44s-54 10-76 44z" fill="${hair}"/>`,
  ],
  (hair) => [
    `<circle cx="200" cy="50" r="36" fill="${hair}"/>`,
    `<path d="M120 170c-4-76 38-104 80-104s84 28 80 104c-12-40-42-60-80-60s-68 20-80 60z" fill="${hair}"/>`,
  ],
  () => ['', ''],
];

/** Draws a person as SVG: the same for the same seed, and different for most others. */
export function drawPerson(seed: number): string {
  const random = createRandom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const [ground, skin, hair, cloth] = [pick(grounds), pick(skins), pick(hairs), pick(clothes)];
  const [behind, before] = pick(styles)(hair);
  const glasses =
    random() < 0.3
      ? '<g fill="none" stroke="#37414a" stroke-width="6"><circle cx="168" cy="186" r="23"/><circle cx="232" cy="186" r="23"/><path d="M191 184h18"/></g>'
      : '';
  const beard =
    random() < 0.2
      ? `<path d="M124 200c8 84 42 98 76 98s68-14 76-98c-16 32-44 34-76 34s-60-2-76-34z" fill="${hair}"/>`
      : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400"><path fill="${ground}" d="M0 0h400v400H0z"/>${behind}<path d="M60 400c4-84 62-112 140-112s136 28 140 112z" fill="${cloth}"/><path d="M168 250h64v50a32 30 0 0 1-64 0z" fill="${skin}"/><ellipse cx="200" cy="186" rx="78" ry="96" fill="${skin}"/>${beard}<g fill="#2b2624"><circle cx="168" cy="186" r="8"/><circle cx="232" cy="186" r="8"/></g>${glasses}<path d="M172 232q28 24 56 0" fill="none" stroke="#8f3f3a" stroke-width="7" stroke-linecap="round"/>${before}</svg>`;
}
