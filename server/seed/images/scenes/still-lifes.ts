import { counter, pole } from '../furniture.ts'
import type { Palette } from '../palettes.ts'
import { circle, group, HEIGHT, path, rect, repeat, round, WIDTH } from '../shapes.ts'
import { bowl, brush, clipper, comb, razor, scissors, towels } from '../tools.ts'
import { bottles, type Scene } from './interiors.ts'

/** Rays from a point, as on an old label. */
function rays({ wall, wallShade }: Palette, x: number, y: number) {
  const count = 24
  const at = (turn: number) => `${Math.round(x + Math.cos(turn) * 900)} ${Math.round(y + Math.sin(turn) * 900)}`
  return (
    rect(0, 0, WIDTH, HEIGHT, wall) +
    repeat(count / 2, (index) => {
      const turn = (index * 2 * 2 * Math.PI) / count
      return path(`M${x} ${y}L${at(turn)}L${at(turn + (2 * Math.PI) / count)}z`, wallShade)
    })
  )
}

function halves({ wall, floor }: Palette, lean: number) {
  return rect(0, 0, WIDTH, HEIGHT, wall) + path(`M${400 + lean} 0H800V450H${400 - lean}z`, floor)
}

function squares({ wall, wallShade }: Palette) {
  return (
    rect(0, 0, WIDTH, HEIGHT, wall) +
    repeat(6, (row) =>
      repeat(10, (column) => ((row + column) % 2 ? rect(column * 80, row * 80 - 15, 80, 80, wallShade) : '')),
    )
  )
}

function rings({ wall, wallShade }: Palette, x: number, y: number) {
  return (
    rect(0, 0, WIDTH, HEIGHT, wall) + repeat(6, (index) => circle(x, y, 470 - index * 78, index % 2 ? wall : wallShade))
  )
}

const shadowOf = (shape: string, dark: string) => {
  const flat = shape.replaceAll(/(fill|stroke)="#[0-9a-f]+"/gi, `$1="${dark}"`).replaceAll(/ opacity="[^"]+"/g, '')
  return `<g opacity=".24" transform="translate(9 13)">${flat}</g>`
}

/** A tool lying on the ground, with the shadow that it throws. */
function laid(shape: string, { dark }: Palette) {
  return shadowOf(shape, dark) + shape
}

export const openRazor: Scene = (palette, random) => {
  const x = random.pick([360, 400, 440])
  const ground = random.chance(0.5) ? rays(palette, x, 225) : rings(palette, x, 225)
  const tilt = random.pick([-24, -16, 14])
  return (
    ground +
    circle(x, 225, 168, palette.accent) +
    circle(x, 225, 152, palette.floor) +
    laid(razor(palette, { x, y: 205, scale: 1.3, turn: tilt }), palette)
  )
}

export const scissorsAndComb: Scene = (palette, random) => {
  const ground = halves(palette, random.pick([-90, 60, 120]))
  const isLeft = random.chance(0.5)
  const cross = laid(comb(palette, { x: 400, y: 230, scale: 1.45, turn: isLeft ? -38 : 38 }), palette)
  return ground + cross + laid(scissors(palette, { x: 400, y: 210, scale: 1.22, turn: isLeft ? 38 : -38 }), palette)
}

export const toolsInLine: Scene = (palette, random) => {
  const drawn = random.shuffle([
    (x: number) => laid(comb(palette, { x: x - 12, y: 225, turn: 90, scale: 0.98 }), palette),
    (x: number) => laid(scissors(palette, { x, y: 240, scale: 0.98 }), palette),
    (x: number) => laid(clipper(palette, { x, y: 330, scale: 1.06 }), palette),
    (x: number) => laid(brush(palette, { x, y: 330, scale: 1.36 }), palette),
  ])
  const cloth =
    round(70, 46, 660, 358, 10, palette.light) +
    rect(70, 78, 660, 10, palette.accent) +
    rect(70, 362, 660, 10, palette.accent)
  return (
    squares(palette) +
    shadowOf(cloth, palette.dark) +
    cloth +
    drawn.map((draw, index) => draw(170 + index * 154)).join('')
  )
}

export const bowlAndBrush: Scene = (palette, random) => {
  const isLeft = random.chance(0.5)
  const at = (x: number) => (isLeft ? x : 800 - x)
  const sun = circle(at(300), 190, 150, palette.glow, { opacity: 0.9 })
  const ground = random.chance(0.5) ? rings(palette, at(300), 190) : squares(palette)
  return (
    ground +
    sun +
    counter(palette, -20, 340, 840, 130) +
    bowl(palette, { x: at(300), y: 342, scale: 1.35 }) +
    brush(palette, { x: at(480), y: 342, scale: 1.3 }) +
    towels(palette, { x: at(650), y: 342, count: 4, scale: 1 }) +
    bottles(random, palette, { x: isLeft ? 82 : 678, y: 342, count: 1, scale: 1 })
  )
}

export const greatPole: Scene = (palette, random) => {
  const x = random.pick([250, 400, 550])
  return (
    rings(palette, x, 225) +
    pole(palette, { x, y: 84, height: 282 / 1.5, scale: 1.5 }) +
    group(towels(palette, { x: x > 400 ? 190 : 620, y: 450, count: 4, scale: 1.15 }), {}) +
    bottles(random, palette, { x: x > 400 ? 330 : 512, y: 450, count: 1, scale: 1.15 })
  )
}

export const moustache: Scene = (palette, random) => {
  const { dark, light, accent, seat } = palette
  const half = 'M0-6C-34-58-96-52-128-8C-150 22-186 20-204-4C-200 62-132 88-82 66C-46 50-16 40 0 20z'
  const whiskers = group(path(half, dark) + group(path(half, dark), { flip: true }), { x: 400, y: 300, scale: 1.05 })
  const hat = group(
    round(-150, 0, 300, 26, 13, seat) +
      path('M-96 2V-92q0-26 26-26H70q26 0 26 26V2z', seat) +
      rect(-96, -34, 192, 30, accent),
    { x: 400, y: 176 },
  )
  const ground = random.pick([rays, (entry: Palette) => squares(entry)])(palette, 400, 225)
  return (
    ground +
    circle(400, 225, 196, light) +
    circle(400, 225, 184, 'none', { stroke: accent, 'stroke-width': 4 }) +
    hat +
    whiskers
  )
}
