import type { Random } from '../../random.ts'
import { drawFace, shoulders } from '../faces.ts'
import { pole } from '../furniture.ts'
import type { Palette } from '../palettes.ts'
import { room } from '../rooms.ts'
import { circle, ellipse, group, line, path, rect, repeat } from '../shapes.ts'
import type { Scene } from './interiors.ts'

/** The barber behind the chair, in an arch of light. */
export const barberPortrait: Scene = (palette, random) => {
  const x = random.pick([280, 400, 520])
  const arch =
    path(`M${x - 170} 450V200a170 170 0 0 1 340 0V450z`, palette.accent) +
    path(`M${x - 152} 450V200a152 152 0 0 1 304 0V450z`, palette.glow)
  const man = group(shoulders(palette.light, palette.seat) + drawFace(random), { x, y: 206, scale: 1.5 })
  const side = x > 400 ? 120 : 690
  return room(random, palette) + arch + man + pole(palette, { x: side, y: 110, height: 150, scale: 1.05 })
}

const crowns = ['#1b1412', '#2b1c14', '#43291a', '#5c3a22']
const necks = ['#e5b68c', '#b07a4c', '#8d5a35', '#6d4327', '#523119']

/** A head from behind around (0, 0), with a cape: the hair thins out towards the neck in even steps. */
function drawFade(palette: Palette, random: Random) {
  const skin = random.pick(necks)
  const hair = random.pick(crowns)
  const bands = repeat(5, (index) =>
    path(`M-92 ${-30 + index * 22}H92V${-8 + index * 22}H-92z`, hair, { opacity: 0.9 - index * 0.2 }),
  )
  const skull = 'M-86-50C-88-134-44-162 0-162S88-134 86-50L84 14C82 66 60 90 54 96H-54C-60 90-82 66-84 14z'
  const head =
    ellipse(-88, 16, 16, 26, skin) +
    ellipse(88, 16, 16, 26, skin) +
    path('M-54 70H54V150H-54z', skin) +
    `<clipPath id="skull"><path d="${skull}"/></clipPath><g clip-path="url(#skull)">${rect(-100, -170, 200, 300, skin)}${bands}${path('M-100-170H100V-28Q0 6-100-28z', hair)}</g>` +
    line('M-40 96Q0 104 40 96', '#000', 2, { opacity: 0.12 })
  const cape =
    path('M-210 260C-200 170-120 140-56 128Q0 156 56 128C120 140 200 170 210 260z', palette.light) +
    path('M-58 126Q0 160 58 126L62 144Q0 178-62 144z', palette.accent)
  return cape + head
}

/** A fresh fade in a round mirror. */
export const freshFade: Scene = (palette, random) => {
  const fade = drawFade(palette, random)
  const x = random.pick([300, 400, 500])
  return (
    room(random, palette) +
    circle(x, 190, 178, palette.metal) +
    circle(x, 190, 162, palette.glow) +
    group(fade, { x, y: 218 })
  )
}

/** Side of a work's image. */
export const WORK_SIZE = 480

/** A finished haircut, close up: from the front with the face, or from behind. */
export function drawWork(palette: Palette, random: Random, view: 'front' | 'back') {
  const wall = rect(0, 0, WORK_SIZE, WORK_SIZE, palette.wall) + rect(0, 0, WORK_SIZE, 150, palette.wallShade)
  const mirror = circle(240, 226, 204, palette.metal) + circle(240, 226, 190, palette.glow)
  const person =
    view === 'back'
      ? group(drawFade(palette, random), { x: 240, y: 248, scale: 1.2 })
      : group(shoulders(palette.light, palette.accent) + drawFace(random), { x: 240, y: 232, scale: 2 })
  return wall + mirror + person
}
