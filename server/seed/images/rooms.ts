import type { Random } from '../random.ts'
import type { Palette } from './palettes.ts'
import { HEIGHT, line, path, rect, repeat, round, WIDTH } from './shapes.ts'

/** Where wall meets floor. */
export const FLOOR = 352

type Wall = (palette: Palette) => string

const stripes: Wall = ({ wall, wallShade }) =>
  rect(0, 0, WIDTH, HEIGHT, wall) + repeat(10, (index) => rect(index * 80, 0, 40, FLOOR, wallShade))

const wainscot: Wall = ({ wall, wallShade, floor }) =>
  rect(0, 0, WIDTH, HEIGHT, wall) +
  rect(0, 228, WIDTH, FLOOR - 228, wallShade) +
  rect(0, 222, WIDTH, 8, floor) +
  repeat(9, (index) =>
    round(14 + index * 90, 246, 68, 88, 4, 'none', { stroke: floor, 'stroke-width': 3, opacity: 0.7 }),
  )

const tiles: Wall = ({ wall, wallShade, light }) =>
  rect(0, 0, WIDTH, HEIGHT, wall) +
  repeat(6, (row) => repeat(12, (column) => brick(column, row, { wall: row < 3 ? 'none' : light, wallShade })))

function brick(column: number, row: number, { wall, wallShade }: { wall: string; wallShade: string }) {
  if (wall === 'none') return ''
  const shift = row % 2 === 0 ? 0 : -36
  return round(column * 72 + shift + 2, 190 + (row - 3) * 54 + 2, 68, 50, 3, wall, {
    stroke: wallShade,
    'stroke-width': 2,
    opacity: 0.92,
  })
}

const bricks: Wall = ({ wall, wallShade }) =>
  rect(0, 0, WIDTH, HEIGHT, wall) +
  repeat(11, (row) =>
    repeat(9, (column) => {
      const isDark = (row * 7 + column * 5) % 4 === 0
      return isDark ? round(column * 96 - (row % 2) * 48 + 2, row * 32 + 2, 92, 28, 3, wallShade) : ''
    }),
  )

const arches: Wall = ({ wall, wallShade }) =>
  rect(0, 0, WIDTH, HEIGHT, wall) +
  repeat(4, (index) => {
    const x = index * 200 + 20
    return path(`M${x} ${FLOOR}V150a80 80 0 0 1 160 0V${FLOOR}z`, wallShade)
  })

const plain: Wall = ({ wall, wallShade }) => rect(0, 0, WIDTH, HEIGHT, wall) + rect(0, 0, WIDTH, 44, wallShade)

const panels: Wall = ({ wall, wallShade }) =>
  rect(0, 0, WIDTH, HEIGHT, wall) + repeat(20, (index) => rect(index * 40, 0, 3, FLOOR, wallShade))

type Floor = (palette: Palette) => string

const bare: Floor = ({ floor, dark }) =>
  rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, floor) + rect(0, FLOOR, WIDTH, 6, dark, { opacity: 0.35 })

/** Squares in perspective, towards a point above the middle. */
const checkered: Floor = ({ floor, light, dark }) => {
  const depths = [0, 16, 38, 66, 98].map((depth) => FLOOR + depth)
  const squares = repeat(4, (row) =>
    repeat(22, (column) =>
      (row + column) % 2 === 0 ? '' : square(column - 11, depths[row] ?? 0, depths[row + 1] ?? 0, light),
    ),
  )
  return (
    rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, floor) +
    `<g opacity=".5">${squares}</g>` +
    rect(0, FLOOR, WIDTH, 5, dark, { opacity: 0.35 })
  )
}

function square(column: number, top: number, bottom: number, fill: string) {
  const at = (column: number, y: number) => Math.round(400 + column * 74 * (0.62 + ((y - FLOOR) / 98) * 0.6))
  return path(
    `M${at(column, top)} ${top}H${at(column + 1, top)}L${at(column + 1, bottom)} ${bottom}H${at(column, bottom)}z`,
    fill,
  )
}

const planks: Floor = ({ floor, dark }) =>
  rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, floor) +
  rect(0, FLOOR, WIDTH, 5, dark, { opacity: 0.35 }) +
  [376, 408].map((y) => rect(0, y, WIDTH, 2, dark, { opacity: 0.28 })).join('') +
  [90, 330, 610]
    .map((x) => line(`M${x} 358V376M${x + 120} 378V408M${x - 40} 410V450`, dark, 2, { opacity: 0.28 }))
    .join('')

const walls: readonly Wall[] = [stripes, wainscot, tiles, bricks, arches, plain, panels]
const floors: readonly Floor[] = [bare, checkered, planks]

export function room(random: Random, palette: Palette) {
  return random.pick(walls)(palette) + random.pick(floors)(palette)
}
