/** The colours of a view at a time of the day. */
export interface Palette {
  sky: [string, string];
  sun: string;
  far: string;
  hills: [string, string];
  ground: string;
  path: string;
  trees: string[];
  walls: string[];
  roofs: string[];
  window: string;
  water: string;
}

const walls = ['#f3dfc1', '#e9c9a8', '#dfe6e0', '#f0c987', '#e7b7a0', '#c9d6df'];
const roofs = ['#a4503f', '#8a4b3c', '#6d5a53', '#b5654a'];

/** The times of a day: morning, noon, evening and a grey day. */
export const palettes: readonly Palette[] = [
  {
    sky: ['#bfe3f2', '#fdf3dc'],
    sun: '#ffe7a3',
    far: '#a9c6cf',
    hills: ['#9cc29a', '#7fae7c'],
    ground: '#6b9c68',
    path: '#e8d9b8',
    trees: ['#4d8357', '#5d9560', '#3f7350'],
    walls,
    roofs,
    window: '#55707f',
    water: '#8fc3d6',
  },
  {
    sky: ['#6fb7e6', '#d8eefa'],
    sun: '#fff4c9',
    far: '#8fb3c7',
    hills: ['#8dbb72', '#6fa35b'],
    ground: '#5b8f4c',
    path: '#d9cba6',
    trees: ['#39733f', '#4b874a', '#2f6340'],
    walls,
    roofs,
    window: '#45616f',
    water: '#5fa4c8',
  },
  {
    sky: ['#4d5b8c', '#f4a773'],
    sun: '#ffd08a',
    far: '#77678f',
    hills: ['#6a6a86', '#51586f'],
    ground: '#444d61',
    path: '#a88f88',
    trees: ['#2f4450', '#38505a', '#283a47'],
    walls: ['#c79c86', '#b98a83', '#a68d95', '#d0a583'],
    roofs: ['#5b4150', '#4b3b4c', '#684a50'],
    window: '#ffd98c',
    water: '#b98b8f',
  },
  {
    sky: ['#b9c4cb', '#e9ecec'],
    sun: '#f4f4ee',
    far: '#a7b3b8',
    hills: ['#93a593', '#7b907f'],
    ground: '#6c8272',
    path: '#cfcabb',
    trees: ['#4d6a5a', '#5d7a67', '#43604f'],
    walls: ['#dcd3c4', '#cfd5d6', '#d8c1ad', '#c3c9c4'],
    roofs: ['#7f5a51', '#6b5c5a', '#8d6a5c'],
    window: '#51626b',
    water: '#94a9b3',
  },
];
