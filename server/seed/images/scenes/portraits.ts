import { drawFace, shoulders } from '../faces.ts'
import { pole } from '../furniture.ts'
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

/** A fresh fade from behind: the hair thins out towards the neck in even steps. */
export const freshFade: Scene = (palette, random) => {
  const [skin, hair] = [random.pick(necks), random.pick(crowns)]
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
  const x = random.pick([300, 400, 500])
  return (
    room(random, palette) +
    circle(x, 190, 178, palette.metal) +
    circle(x, 190, 162, palette.glow) +
    group(cape + head, { x, y: 218 })
  )
}
