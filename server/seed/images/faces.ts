import type { Random } from '../random.ts'
import { circle, ellipse, group, line, path, round } from './shapes.ts'

/** Skin with its shade, from light to dark. */
const skins = [
  ['#f2cfae', '#e0b58f'],
  ['#e5b68c', '#d09d71'],
  ['#cf9a6c', '#b98354'],
  ['#b07a4c', '#99663b'],
  ['#8d5a35', '#784827'],
  ['#6d4327', '#5a351d'],
  ['#523119', '#422612'],
] as const
const hairColors = ['#1b1412', '#2b1c14', '#43291a', '#5c3a22', '#7d5433', '#a97c4b']
const greys = ['#8f8a85', '#c9c4bd']
const shirts = [
  '#1f3b63',
  '#b3261a',
  '#2e4a3d',
  '#c8793a',
  '#3b3a3a',
  '#16525a',
  '#e2b659',
  '#f3ede0',
  '#6b6a3a',
  '#4a2c4f',
  '#7d94a8',
  '#a9432f',
]
const grounds = [
  '#efdcc0',
  '#d8e2d5',
  '#dfe3ea',
  '#f0d3c4',
  '#e9e1cf',
  '#cfdcdc',
  '#e6cfd0',
  '#f1e2ae',
  '#c9d3e4',
  '#dcd2c3',
]

type Cut = (hair: string) => { behind?: string; front: string }

/** Heads are drawn around (0, 0), 88 wide and 108 high. */
const shortCuts: readonly Cut[] = [
  (hair) => ({
    front: path(
      'M-45-6C-50-58-28-74 4-72C40-70 50-42 45-4C40-22 36-34 28-40C6-32-20-34-34-42C-40-32-43-20-45-6z',
      hair,
    ),
  }),
  (hair) => ({
    front: path('M-46-4C-50-50-40-62-34-64C-20-92 40-88 42-58C50-46 48-22 46-4L40-30C20-36-10-30-32-44L-40-28z', hair),
  }),
  (hair) => ({ front: path('M-44-20C-44-56-26-66 0-66S44-56 44-20L38-34C20-44-20-44-38-34z', hair) }),
  (hair) => ({
    front:
      [-36, -20, 0, 20, 36]
        .map((x, index) => circle(x, -46 - (index % 2) * 12 - (index === 2 ? 8 : 0), 19, hair))
        .join('') + path('M-46-8V-34q0-10 10-10H36q10 0 10 10V-8L40-32H-40z', hair),
  }),
  (hair) => ({
    front: path('M-45-2C-52-62-10-76 10-70C24-78 56-60 46-2L40-24C28-26 10-40 4-50C-8-36-28-28-38-26z', hair),
  }),
  (hair) => ({ front: path('M-42-22C-42-54-24-63 0-63S42-54 42-22C30-42-30-42-42-22z', hair, { opacity: 0.55 }) }),
]
const longCuts: readonly Cut[] = [
  (hair) => ({
    behind: path('M-52 60V-16C-52-62-28-76 0-76S52-62 52-16V60q-20 14-52 14T-52 60z', hair),
    front: path('M-47 0C-50-56-16-68 2-68C34-66 50-44 47 0C40-20 30-34 6-48C-10-30-38-24-47 0z', hair),
  }),
  (hair) => ({
    behind: [-44, -50, -38, 44, 50, 38, 0, -22, 22]
      .map((x, index) => circle(x, [-34, -6, 22, -34, -6, 22, -62, -54, -54][index] ?? 0, 26, hair))
      .join(''),
    front: path('M-46-8C-48-86 48-86 46-8C32-38-32-38-46-8z', hair),
  }),
  (hair) => ({
    behind: circle(0, -76, 24, hair) + path('M-48 0V-20C-48-60-26-72 0-72S48-60 48-20V0z', hair),
    front: path('M-47-4C-48-54-22-68 0-68S48-54 47-4C36-34 12-44 0-44S-36-34-47-4z', hair),
  }),
]

const beards = [
  () => '',
  () => '',
  (hair: string) =>
    path('M-44 4C-44 50-26 66 0 66S44 50 44 4C38 26 30 30 20 28C10 20-10 20-20 28C-30 30-38 26-44 4z', hair),
  (hair: string) =>
    path('M-44 0C-46 62-24 92 0 92S46 62 44 0C38 26 30 28 20 26C10 18-10 18-20 26C-30 28-38 26-44 0z', hair),
  (hair: string) => path('M0 24C-10 16-24 20-30 32C-18 34-8 34 0 30C8 34 18 34 30 32C24 20 10 16 0 24z', hair),
  (hair: string) => path('M-22 26C-22 16 22 16 22 26V46Q22 66 0 66T-22 46z', hair) + round(-11, 34, 22, 8, 4, '#0002'),
  (hair: string) => path('M-43 8C-42 46-24 62 0 62S42 46 43 8C40 30 26 44 0 44S-40 30-43 8z', hair, { opacity: 0.4 }),
] as const

export function drawFace(random: Random, { isWoman = false }: { isWoman?: boolean } = {}) {
  const tone = random.int(0, skins.length - 1)
  const [skin, skinShade] = skins[tone] ?? skins[2]
  // The darker the skin, the fewer of the fair colours; every skin may have grey hair.
  const hair = random.chance(0.13) ? random.pick(greys) : random.pick(hairColors.slice(0, tone < 3 ? 6 : 3))
  const { behind = '', front } = random.pick(isWoman ? longCuts : shortCuts)(hair)
  const beard = isWoman ? '' : random.pick(beards)(hair)
  const neck = path('M-20 34H20V102H-20z', skinShade)
  const ears = ellipse(-45, 6, 9, 13, skinShade) + ellipse(45, 6, 9, 13, skin)
  const head = path('M-44-14C-44-48-26-62 0-62S44-48 44-14V16C44 46 22 62 0 62S-44 46-44 16z', skin)
  const glasses = random.chance(0.2)
    ? `<g fill="none" stroke="#221a16" stroke-width="4"><circle cx="-18" cy="0" r="14"/><circle cx="18" cy="0" r="14"/><path d="M-4 0h8"/></g>`
    : ''
  return behind + neck + ears + head + features(skinShade, hair) + beard + mouth(random) + front + glasses
}

function features(shade: string, hair: string) {
  const brow = (x: number) => line(`M${x - 9}-14Q${x}-19 ${x + 9}-14`, hair, 4.5)
  return (
    circle(-18, 0, 4.6, '#1b1412') +
    circle(18, 0, 4.6, '#1b1412') +
    brow(-18) +
    brow(18) +
    line('M2 4Q8 16-2 18', shade, 4)
  )
}

function mouth(random: Random) {
  return random.chance(0.6)
    ? path('M-13 34Q0 48 13 34z', '#fff7f0', { stroke: '#7a3b30', 'stroke-width': 2.5 })
    : line('M-11 36Q0 42 11 36', '#7a3b30', 4)
}

/** Shoulders below a head that stands around (0, 0). */
export function shoulders(color: string, apron?: string) {
  const body = path('M-98 176C-98 110-66 88-22 78Q0 100 22 78C66 88 98 110 98 176z', color)
  return (
    body + (apron ? path('M-46 176V112Q0 132 46 112V176z', apron) + line('M-46 114L-30 82M46 114L30 82', apron, 8) : '')
  )
}

/** A head and shoulders for a circle of 128. */
export function drawAvatar(random: Random, look: { isWoman: boolean }) {
  const shirt = random.pick(shirts)
  const ground = random.pick(grounds)
  return `<rect width="128" height="128" fill="${ground}"/>${group(shoulders(shirt) + drawFace(random, look), { x: 64, y: look.isWoman ? 66 : 62, scale: look.isWoman ? 0.6 : 0.66 })}`
}
