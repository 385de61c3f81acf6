import { chair, lamp, plant, pole, roundMirror } from '../furniture.ts'
import type { Palette } from '../palettes.ts'
import { circle, clip, group, path, rect, repeat, round } from '../shapes.ts'
import type { Scene } from './interiors.ts'

function awning({ light, accent, dark }: Palette, x: number, y: number, width: number, color = accent) {
  const count = Math.round(width / 40)
  const step = width / count
  const bands = repeat(count, (index) => {
    const left = x + index * step
    const fill = index % 2 ? light : color
    return path(`M${left} ${y}h${step}v52a${step / 2} ${step / 2} 0 0 1-${step} 0z`, fill)
  })
  return bands + rect(x, y + 44, width, 8, dark, { opacity: 0.1 }) + rect(x - 6, y - 8, width + 12, 10, dark)
}

/** The shop window: what stands inside, in the light of its lamp. */
function shopWindow(palette: Palette, x: number, width: number) {
  const { glow, light, floor, metal } = palette
  const inside =
    rect(x, 170, width, 180, glow) +
    rect(x, 312, width, 40, floor, { opacity: 0.5 }) +
    lamp(palette, { x: x + width * 0.76, y: 160, drop: 12, reach: 120, scale: 0.6 }) +
    roundMirror({ ...palette, glow: light }, { x: x + width * 0.32, y: 236, radius: 40 }) +
    chair(palette, { x: x + width * 0.32, y: 346, scale: 0.56 })
  const shine = path(`M${x + width * 0.55} 170h46l-90 180h-46z`, '#fff', { opacity: 0.22 })
  return (
    clip('window', rect(x, 170, width, 180, '#fff'), inside + shine) +
    rect(x, 170, width, 180, 'none', { stroke: metal, 'stroke-width': 9 })
  )
}

function door({ seat, seatShade, glow, metal, dark }: Palette, x: number) {
  const pane =
    round(x + 20, 186, 72, 110, 4, glow) + path(`M${x + 64} 186h22l-50 110h-16v-20z`, '#fff', { opacity: 0.25 })
  return (
    rect(x, 166, 112, 222, seat) +
    rect(x, 166, 56, 222, seatShade, { opacity: 0.35 }) +
    pane +
    circle(x + 96, 304, 6, metal) +
    rect(x + 20, 316, 72, 54, dark, { opacity: 0.16 })
  )
}

function signboard({ dark, metal, light }: Palette, x: number, width: number) {
  const rule = repeat(Math.floor((width - 40) / 14), (index) =>
    rect(x + 20 + index * 14, 84, 3, index % 4 ? 12 : 22, index % 4 ? light : metal),
  )
  return round(x, 66, width, 58, 6, dark) + rule
}

export const storefront: Scene = (palette, random) => {
  const isLeft = random.chance(0.5)
  const [doorX, windowX] = isLeft ? [150, 300] : [540, 150]
  const { wall, wallShade, floor, light, dark } = palette
  const building =
    rect(0, 0, 800, 450, wall) +
    repeat(20, (index) => rect(index * 40, 0, 2, 388, wallShade)) +
    rect(0, 388, 800, 62, floor)
  return (
    building +
    rect(96, 36, 608, 352, wallShade) +
    signboard(palette, 130, 540) +
    shopWindow(palette, windowX, 350) +
    door(palette, doorX) +
    awning(palette, windowX - 14, 136, 378) +
    rect(96, 380, 608, 10, light) +
    rect(0, 388, 800, 6, dark, { opacity: 0.3 }) +
    pole(palette, { x: isLeft ? 50 : 750, y: 150, height: 150, scale: 0.92 }) +
    plant(palette, { x: isLeft ? 726 : 74, y: 408, scale: 0.95 })
  )
}

/** Three houses of a street; ours is the lit one. */
export const street: Scene = (palette, random) => {
  const { wall, wallShade, floor, glow, light, dark, accent, seat, metal } = palette
  const sky = rect(0, 0, 800, 450, glow, { opacity: 0.92 }) + circle(random.int(120, 680), 92, 46, light)
  const house = (x: number, width: number, top: number, fill: string) =>
    rect(x, top, width, 400 - top, fill) +
    repeat(2, (row) =>
      repeat(Math.floor(width / 74), (column) =>
        round(x + 22 + column * 72, top + 30 + row * 66, 32, 44, 16, row ? dark : glow, { opacity: row ? 0.35 : 0.7 }),
      ),
    )
  const ours =
    rect(262, 150, 276, 250, wall) +
    rect(250, 138, 300, 18, light) +
    signPole(palette) +
    rect(290, 262, 130, 138, glow) +
    chair(palette, { x: 355, y: 394, scale: 0.4 }) +
    rect(290, 262, 130, 138, 'none', { stroke: metal, 'stroke-width': 7 }) +
    rect(444, 256, 70, 144, seat) +
    round(456, 270, 46, 60, 4, glow)
  return (
    sky +
    house(0, 262, 96, accent) +
    house(538, 270, 62, wallShade) +
    ours +
    awning(palette, 280, 224, 244, seat) +
    rect(0, 400, 800, 50, floor) +
    rect(0, 400, 800, 6, dark, { opacity: 0.3 }) +
    plant(palette, { x: 236, y: 414, scale: 0.7 })
  )
}

function signPole(palette: Palette) {
  return (
    group(pole(palette, { height: 70, scale: 0.62 }), { x: 566, y: 262 }) +
    round(300, 172, 200, 34, 4, palette.dark) +
    repeat(12, (index) => rect(316 + index * 15, 182, 3, index % 4 ? 8 : 14, palette.metal))
  )
}
