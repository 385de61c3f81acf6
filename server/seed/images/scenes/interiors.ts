import type { Random } from '../../random.ts'
import { archMirror, chair, counter, lamp, plant, pole, roundMirror, sideChair } from '../furniture.ts'
import type { Palette } from '../palettes.ts'
import { FLOOR, room } from '../rooms.ts'
import { circle, clip, group, path, rect, repeat, round } from '../shapes.ts'
import { bottle, towels } from '../tools.ts'

export type Scene = (palette: Palette, random: Random) => string

const STAND = FLOOR + 62

/** Bottles in a row from x on, standing on y. */
export function bottles(
  random: Random,
  palette: Palette,
  { x, y, count, scale = 0.5 }: { x: number; y: number; count: number; scale?: number },
) {
  const colors = [palette.seat, palette.accent, palette.metal, palette.seatShade, palette.dark]
  const shapes = ['tall', 'round', 'flask', 'jar'] as const
  return repeat(count, (index) =>
    bottle(palette, { shape: random.pick(shapes), color: random.pick(colors), x: x + index * 104 * scale, y, scale }),
  )
}

export const mirrorAndChair: Scene = (palette, random) => {
  const x = random.pick([300, 400, 520])
  const side = x > 400 ? 110 : 560
  const drop = random.int(50, 110)
  return (
    room(random, palette) +
    lamp(palette, { x: side + 65, drop, reach: 234 - drop }) +
    roundMirror(palette, { x, y: 156, radius: 118 }) +
    counter(palette, side - 40, 268, 220, FLOOR - 268 + 8) +
    bottles(random, palette, { x: side, y: 268, count: 3 }) +
    towels(palette, { x: side + 140, y: 268, scale: 0.46 }) +
    chair(palette, { x, y: STAND, scale: 1.08 })
  )
}

export const rowOfChairs: Scene = (palette, random) => {
  const places = random.chance(0.5) ? [150, 400, 650] : [230, 570]
  return (
    room(random, palette) +
    places
      .map((x) => archMirror(palette, { x, y: 262, scale: 1.16 }) + lamp(palette, { x, drop: 8, reach: 0, scale: 0.8 }))
      .join('') +
    counter(palette, 0, 262, 800, FLOOR - 254) +
    places.map((x) => bottles(random, palette, { x: x + 78, y: 262, count: 2, scale: 0.4 })).join('') +
    places.map((x) => chair(palette, { x, y: STAND + 4, scale: 0.9 })).join('')
  )
}

/** Roofs against a bright sky, seen through the panes. */
function cityWindow(random: Random, { light, glow, accent, wallShade, dark }: Palette, x: number) {
  const roofs = repeat(9, (index) => {
    const height = random.int(40, 140)
    return rect(x + index * 36 - 10, 268 - height, 38, height, index % 2 ? wallShade : accent, { opacity: 0.55 })
  })
  const view = rect(x, 56, 300, 212, glow) + circle(x + random.int(60, 240), 118, 34, light) + roofs
  const panes = rect(x + 96, 56, 7, 212, light) + rect(x + 197, 56, 7, 212, light) + rect(x, 150, 300, 7, light)
  const frame = round(x - 6, 50, 312, 224, 6, 'none', { stroke: light, 'stroke-width': 12 })
  return (
    clip('view', rect(x, 56, 300, 212, '#fff'), view) +
    panes +
    frame +
    round(x - 22, 268, 344, 14, 4, light) +
    rect(x - 22, 277, 344, 5, dark, { opacity: 0.16 })
  )
}

export const chairByWindow: Scene = (palette, random) => {
  const isLeft = random.chance(0.5)
  const x = isLeft ? 70 : 430
  return (
    room(random, palette) +
    cityWindow(random, palette, x) +
    plant(palette, { x: isLeft ? 110 : 690, y: STAND - 18, scale: 1.05 }) +
    sideChair(palette, { x: isLeft ? 520 : 280, y: STAND, scale: 1.16, flip: isLeft }) +
    lamp(palette, { x: isLeft ? 728 : 72, drop: 44, reach: 250 })
  )
}

export const poleOnWall: Scene = (palette, random) => {
  const isLeft = random.chance(0.5)
  const [poleX, chairX, frameX] = isLeft ? [130, 500, 300] : [670, 300, 500]
  return (
    room(random, palette) +
    poster(random, palette, { x: frameX - 52, y: 70 }) +
    pole(palette, { x: poleX, y: 66, height: 190, scale: 1.1 }) +
    roundMirror(palette, { x: chairX + (isLeft ? 60 : -60), y: 140, radius: 84 }) +
    sideChair(palette, { x: chairX, y: STAND, scale: 1.18, flip: !isLeft })
  )
}

export const shelves: Scene = (palette, random) => {
  const boards = [158, 262]
  const board = (y: number) =>
    round(90, y, 620, 14, 3, palette.light) + rect(90, y + 9, 620, 5, palette.dark, { opacity: 0.18 })
  return (
    room(random, palette) +
    boards.map(board).join('') +
    bottles(random, palette, { x: 150, y: 158, count: 5, scale: 0.62 }) +
    towels(palette, { x: 600, y: 158, count: 3, scale: 0.72 }) +
    towels(palette, { x: 190, y: 262, count: 2, scale: 0.76 }) +
    bottles(random, palette, { x: 330, y: 262, count: 6, scale: 0.56 }) +
    counter(palette, 50, 346, 700, 110)
  )
}

export const waitingBench: Scene = (palette, random) => {
  const { seat, seatShade, metal, dark } = palette
  const bench =
    round(150, 296, 420, 52, 14, seat) +
    round(150, 236, 420, 66, 16, seatShade) +
    repeat(3, (index) => rect(255 + index * 105, 244, 2, 100, dark, { opacity: 0.25 })) +
    [176, 532].map((x) => rect(x, 346, 12, 56, metal)).join('')
  return (
    room(random, palette) +
    repeat(3, (index) => poster(random, palette, { x: 180 + index * 130, y: 62, id: `poster${index}` })) +
    lamp(palette, { x: 660, drop: 96, scale: 1.1 }) +
    plant(palette, { x: 668, y: STAND - 8, scale: 1.2 }) +
    bench
  )
}

/** A framed print: shapes of the trade, large and plain. */
function poster(random: Random, palette: Palette, { x, y, id = 'poster' }: { x: number; y: number; id?: string }) {
  const { light, accent, seat, dark, glow } = palette
  const prints = [
    circle(52, 52, 30, seat) + rect(0, 90, 104, 50, accent),
    repeat(6, (index) =>
      path(`M-20 ${index * 40}L124 ${index * 40 - 60}v20L-20 ${index * 40 + 20}z`, index % 2 ? seat : accent),
    ),
    path('M52 72C34 52 14 60 8 84c16-2 30 4 44 0 14 4 28-2 44 0-6-24-26-32-44-12z', dark),
    rect(0, 70, 104, 70, accent) + path('M12 140a40 40 0 0 1 80 0z', seat),
  ]
  const frame = rect(-8, -8, 120, 156, dark, { opacity: 0.22 }) + rect(-8, -12, 120, 156, light)
  return group(frame + clip(id, rect(0, -4, 104, 140, '#fff'), rect(0, -4, 104, 140, glow) + random.pick(prints)), {
    x,
    y,
  })
}
