import type { Palette } from './palettes.ts'
import { circle, ellipse, group, line, type Placement, path, rect, repeat, round } from './shapes.ts'

/** An open straight razor, its pivot at the origin, the blade to the right; about 420 long. */
export function razor({ seat, seatShade, metal, light, dark }: Palette, placement: Placement) {
  const blade =
    path('M-6-16H214q22 0 22 26v24H18q-24 0-24-22z', light) +
    path('M18 34H236v-9H12z', dark, { opacity: 0.16 }) +
    rect(20, -16, 190, 6, dark, { opacity: 0.12 })
  const tang = path('M-6-16C-30-16-44-34-66-38q-10-1-10 7C-70-8-40 6-6 10z', metal)
  const scales =
    path('M-8-8C-70 0-150 44-206 92q-14 14-2 24t24 0C-130 68-62 28 4 18z', seat) +
    path('M2 8C-62 18-134 62-190 112q-6 6-10 6t8 2C-130 68-62 28 4 18z', seatShade)
  return group(
    scales + tang + blade + circle(-2, 4, 9, metal) + circle(-2, 4, 3.5, dark) + circle(-186, 98, 5, metal),
    placement,
  )
}

/** Open scissors with the screw at the origin, points up; about 330 high. */
export function scissors({ metal, light, dark, seat }: Palette, placement: Placement) {
  const half = (side: number) =>
    group(
      path('M-9 10L-5-176q5-14 10 0L13 10z', side > 0 ? light : metal) +
        line('M-2 6L-14 96', metal, 13) +
        `<ellipse cx="-22" cy="132" rx="27" ry="37" fill="none" stroke="${seat}" stroke-width="13"/>`,
      { turn: side * 15, flip: side < 0 },
    )
  return group(half(-1) + half(1) + circle(0, 2, 9, dark) + circle(0, 2, 4, metal), placement)
}

/** A comb, teeth down; 300 long, origin at its middle. */
export function comb({ dark, accent }: Palette, { color = accent, ...placement }: Placement & { color?: string }) {
  const teeth = repeat(36, (index) =>
    rect(-146 + index * 8 + (index > 17 ? 2 : 0), 0, index > 17 ? 5 : 3.4, 52 - (index % 36 === 0 ? 4 : 0), color),
  )
  return group(
    teeth + round(-150, -26, 300, 32, 10, color) + rect(-140, -20, 280, 4, dark, { opacity: 0.16, rx: 2 }),
    placement,
  )
}

/** A shaving brush standing on y = 0; 150 high. */
export function brush({ seat, seatShade, metal, light, dark }: Palette, placement: Placement) {
  const bristles =
    path('M-22-66C-46-104-40-146 0-152C40-146 46-104 22-66z', light) +
    line('M-10-72L-20-132M0-72V-138M10-72L20-132', dark, 2, { opacity: 0.16 })
  const handle =
    path('M-24-60H24C14-42 16-32 28-14Q32 0 20 0H-20Q-32 0-28-14C-16-32-14-42-24-60z', seat) +
    path('M0-60H24C14-42 16-32 28-14Q32 0 20 0H0z', seatShade)
  return group(bristles + handle + round(-27, -70, 54, 13, 5, metal), placement)
}

/** A bowl with foam, standing on y = 0; 190 wide. */
export function bowl({ light, accent, dark, glow }: Palette, placement: Placement) {
  const foam =
    circle(-44, -84, 26, glow) + circle(2, -98, 36, glow) + circle(46, -84, 28, glow) + circle(20, -78, 30, glow)
  const body =
    path('M-96-80H96C92-30 62-8 34-8H-34C-62-8-92-30-96-80z', light) +
    path('M0-80H96C92-30 62-8 34-8H0z', dark, { opacity: 0.1 }) +
    path('M-92-58H92q-2 10-6 18H-86q-4-8-6-18z', accent)
  return group(
    ellipse(0, 1, 96, 8, dark, { opacity: 0.25 }) + foam + body + round(-42, -10, 84, 10, 5, light),
    placement,
  )
}

type Shape = 'tall' | 'round' | 'flask' | 'jar'

/** A bottle standing on y = 0, 46 to 64 wide. */
export function bottle(
  { light, dark, metal }: Palette,
  { shape, color, ...placement }: Placement & { shape: Shape; color: string },
) {
  const drawn: Record<Shape, string> = {
    tall:
      round(-23, -128, 46, 128, 9, color) +
      rect(-9, -148, 18, 22, metal) +
      round(-13, -160, 26, 16, 4, dark) +
      rect(-23, -88, 46, 46, light),
    round:
      circle(0, -46, 46, color) +
      rect(-10, -112, 20, 30, metal) +
      circle(0, -118, 14, dark) +
      circle(0, -46, 24, light),
    flask:
      path('M-12-112H12V-78L36-14Q38 0 24 0H-24Q-38 0-36-14L-12-78z', color) +
      round(-16, -126, 32, 16, 4, metal) +
      path('M-28-36H28L34-18H-34z', light),
    jar: round(-34, -66, 68, 66, 10, color) + round(-38, -84, 76, 22, 6, metal) + rect(-34, -46, 68, 24, light),
  }
  const shine = rect(-17, -70, 5, 50, '#fff', { opacity: 0.25, rx: 2.5 })
  return group(drawn[shape] + shine, placement)
}

/** Folded towels, one over the other, standing on y = 0; 150 wide. */
export function towels(
  { light, accent, seat, dark }: Palette,
  { count = 3, ...placement }: Placement & { count?: number },
) {
  const colors = [light, accent, light, seat]
  const pile = repeat(count, (index) => {
    const y = -34 * (index + 1)
    return (
      round(-75 + index * 3, y, 150 - index * 6, 32, 15, colors[index % 4] ?? light) +
      line(`M${-58 + index * 3} ${y + 17}H${50}`, dark, 2, { opacity: 0.16 })
    )
  })
  return group(pile, placement)
}

/** A hair clipper, standing on y = 0 with its blade up; 80 wide, 230 high. */
export function clipper({ seat, seatShade, metal, light, dark }: Palette, placement: Placement) {
  const body = path('M-34-170H34L40-70Q40 0 0 0T-40-70z', seat) + path('M0-170H34L40-70Q40 0 0 0z', seatShade)
  const blade =
    round(-38, -198, 76, 30, 5, metal) + repeat(10, (index) => rect(-36 + index * 7.6, -220, 4.6, 24, light))
  return group(
    line('M0-4C0 40 60 20 60 70', dark, 7) +
      body +
      blade +
      round(-9, -132, 18, 44, 9, light) +
      circle(0, -122, 6, dark, { opacity: 0.5 }),
    placement,
  )
}
