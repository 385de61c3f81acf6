import type { Palette } from './palettes.ts'
import { circle, clip, ellipse, group, line, type Placement, path, rect, repeat, round } from './shapes.ts'

/** A barber's chair from the front; stands on y = 0, about 150 wide and 300 high. */
export function chair({ seat, seatShade, metal, light, dark }: Palette, placement: Placement) {
  const back =
    round(-52, -232, 104, 132, 26, seat) + path('M0-232h26a26 26 0 0 1 26 26v80a26 26 0 0 1-26 26H0z', seatShade)
  const head =
    round(-34, -288, 68, 50, 18, seat) +
    path('M0-288h16a18 18 0 0 1 18 18v14a18 18 0 0 1-18 18H0z', seatShade) +
    rect(-8, -240, 16, 12, metal)
  const cushion = round(-62, -128, 124, 40, 16, seat) + rect(-62, -108, 124, 20, seatShade, { rx: 10 })
  const arms =
    round(-84, -150, 30, 20, 10, light) +
    round(54, -150, 30, 20, 10, light) +
    rect(-76, -134, 10, 34, metal) +
    rect(66, -134, 10, 34, metal)
  const pedestal =
    rect(-9, -88, 18, 74, metal) + rect(0, -88, 9, 74, dark, { opacity: 0.18 }) + round(-30, -66, 60, 12, 6, metal)
  const foot = round(-56, -16, 112, 16, 8, metal) + round(-38, -46, 76, 10, 5, light)
  return group(ellipse(0, 2, 96, 9, dark, { opacity: 0.3 }) + back + head + cushion + arms + pedestal + foot, placement)
}

/** The same chair from its side, looking right; leaning back a little. */
export function sideChair({ seat, seatShade, metal, light, dark }: Palette, placement: Placement) {
  const back = group(round(-22, -150, 40, 150, 18, seat) + rect(-22, -140, 14, 130, seatShade, { rx: 7 }), {
    x: -46,
    y: -104,
    turn: -12,
  })
  const head = group(round(-18, -44, 36, 44, 14, seat), { x: -80, y: -262, turn: -12 })
  const cushion = round(-64, -138, 132, 38, 16, seat) + round(-64, -116, 132, 16, 8, seatShade)
  const arm = round(-46, -178, 92, 16, 8, light) + rect(22, -164, 10, 28, metal)
  const leg = line('M66-112L104-52', metal, 10) + round(86, -58, 62, 12, 6, light)
  const pedestal =
    rect(-10, -100, 20, 86, metal) + rect(0, -100, 10, 86, dark, { opacity: 0.18 }) + round(-60, -16, 120, 16, 8, metal)
  return group(ellipse(0, 2, 104, 9, dark, { opacity: 0.3 }) + leg + pedestal + back + head + cushion + arm, placement)
}

/** The striped pole on its bracket; `height` is that of the glass. */
export function pole(
  { metal, light, dark }: Palette,
  { height = 200, id = 'pole', ...placement }: Placement & { height?: number; id?: string },
) {
  const stripes = repeat(Math.ceil(height / 56) + 2, (index) => {
    const y = index * 56 - 56
    return (
      path(`M-24 ${y + 30}L24 ${y}v18L-24 ${y + 48}z`, '#b3261a') +
      path(`M-24 ${y + 58}L24 ${y + 28}v18L-24 ${y + 76}z`, '#1f3b63')
    )
  })
  const glass = clip(
    id,
    rect(-24, 0, 48, height, '#fff'),
    rect(-24, 0, 48, height, light) +
      stripes +
      rect(8, 0, 16, height, dark, { opacity: 0.16 }) +
      rect(-17, 0, 6, height, '#fff', { opacity: 0.5 }),
  )
  const cap = (y: number) => round(-32, y, 64, 14, 7, metal)
  const caps =
    path('M-24-12a24 24 0 0 1 48 0z', metal) +
    cap(-14) +
    cap(height) +
    path(`M-24 ${height + 12}a24 24 0 0 0 48 0z`, metal)
  return group(glass + caps, placement)
}

export function roundMirror(
  { metal, glow, light }: Palette,
  { radius = 92, ...placement }: Placement & { radius?: number },
) {
  const shine = line(
    `M${-radius * 0.5} ${radius * 0.1}L${radius * 0.1} ${-radius * 0.5}M${-radius * 0.2} ${radius * 0.2}L${radius * 0.2} ${-radius * 0.2}`,
    light,
    8,
    { opacity: 0.75 },
  )
  return group(circle(0, 0, radius, metal) + circle(0, 0, radius - 14, glow) + shine, placement)
}

export function archMirror({ metal, glow, light }: Palette, placement: Placement) {
  const arch = (inset: number) =>
    `M${-58 + inset} ${-inset}V-120a${58 - inset} ${58 - inset} 0 0 1 ${116 - 2 * inset} 0V${-inset}z`
  return group(
    path(arch(0), metal) + path(arch(9), glow) + line('M-26-70L14-116M-22-34L24-88', light, 7, { opacity: 0.75 }),
    placement,
  )
}

/** A lamp on a cord of `drop` pixels, its light falls `reach` pixels. */
export function lamp(
  { metal, glow, dark }: Palette,
  { drop = 90, reach = 200, ...placement }: Placement & { drop?: number; reach?: number },
) {
  const cone = path(
    `M-40 ${drop + 34}L${-40 - reach * 0.27} ${drop + 34 + reach}H${40 + reach * 0.27}L40 ${drop + 34}z`,
    glow,
    { opacity: 0.12 },
  )
  const hood =
    path(`M-44 ${drop + 36}a44 40 0 0 1 88 0z`, metal) +
    path(`M0 ${drop - 4}a44 40 0 0 1 44 40H0z`, dark, { opacity: 0.16 })
  return group(
    cone + rect(-1.5, 0, 3, drop, dark) + circle(0, drop + 36, 13, glow) + hood + round(-7, drop - 14, 14, 14, 4, dark),
    placement,
  )
}

export function plant({ light, seat, dark }: Palette, placement: Placement) {
  const leaf = (turn: number, size: number, fill: string) =>
    group(path('M0 0C-26-30-24-84 0-118C24-84 26-30 0 0z', fill) + line('M0-8V-100', dark, 2, { opacity: 0.3 }), {
      y: -62,
      turn,
      scale: size,
    })
  const leaves =
    leaf(-58, 0.8, '#2f6b4a') +
    leaf(58, 0.8, '#2f6b4a') +
    leaf(-30, 1, '#3d8059') +
    leaf(32, 1, '#37774f') +
    leaf(0, 1.12, '#4a9068')
  const pot =
    path('M-36-66H36L27 0H-27z', light) +
    path('M0-66H36L27 0H0z', dark, { opacity: 0.1 }) +
    rect(-31.5, -40, 63, 8, seat)
  return group(ellipse(0, 1, 44, 6, dark, { opacity: 0.3 }) + leaves + pot, placement)
}

/** A counter with its shelf edge, from x to x + width, its top at y. */
export function counter({ light, dark, floor, metal }: Palette, x: number, y: number, width: number, height: number) {
  const doors = repeat(Math.max(1, Math.round(width / 130)), (index) => {
    const step = width / Math.max(1, Math.round(width / 130))
    return (
      round(x + index * step + 10, y + 28, step - 20, height - 40, 4, dark, { opacity: 0.14 }) +
      circle(x + index * step + step / 2, y + 44, 4, metal)
    )
  })
  return (
    rect(x, y, width, height, floor) +
    doors +
    round(x - 10, y, width + 20, 16, 4, light) +
    rect(x - 10, y + 10, width + 20, 6, dark, { opacity: 0.15 })
  )
}
