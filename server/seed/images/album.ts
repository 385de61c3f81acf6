import { createHash } from 'node:crypto'
import { createRandom, type Random } from '../random.ts'
import { drawAvatar } from './faces.ts'
import { type Palette, palettes } from './palettes.ts'
import { storefront, street } from './scenes/facades.ts'
import {
  chairByWindow,
  mirrorAndChair,
  poleOnWall,
  rowOfChairs,
  type Scene,
  shelves,
  waitingBench,
} from './scenes/interiors.ts'
import { barberPortrait, drawWork, freshFade, WORK_SIZE } from './scenes/portraits.ts'
import { bowlAndBrush, greatPole, moustache, openRazor, scissorsAndComb, toolsInLine } from './scenes/still-lifes.ts'
import { svg } from './shapes.ts'

/** `url` contains a hash of the drawing, so that browsers may cache each image without limit. */
export type SeedImage = { url: string; svg: string }

export type Album = {
  images: SeedImage[]
  /** Cover first, then the gallery; all in the colours of one shop. `index` is the position of the shop in its city. */
  chooseImages(index: number, random: Random): string[]
  findAvatar(random: Random, look: { isWoman: boolean }): string
  /** Images of a barber's work, as many as given. */
  chooseWorks(random: Random, count: number): string[]
}

const covers: Scene[] = [
  mirrorAndChair,
  storefront,
  openRazor,
  chairByWindow,
  rowOfChairs,
  barberPortrait,
  poleOnWall,
  scissorsAndComb,
]
const moreCovers: Scene[] = [street, bowlAndBrush, freshFade, shelves, toolsInLine, greatPole, waitingBench, moustache]
const scenes = [...covers, ...moreCovers]
/** Scenes drawn of each palette: with all of them the first start would take twice as long. */
const SCENES_OF_PALETTE = 8
const AVATARS = 84
const WOMEN = 18
/** Shared by all barbers. */
const WORKS = 14

export function composeAlbum(): Album {
  const byPalette = palettes.map((palette, index) => drawPalette(palette, index))
  const avatars = Array.from({ length: AVATARS }, (_, index) => {
    const drawing = drawAvatar(createRandom(`avatar ${index}`), { isWoman: index < WOMEN })
    return image(`rosto-${index + 1}`, svg(drawing, 128, 128))
  })
  const works = Array.from({ length: WORKS }, (_, index) => {
    const palette = palettes[(index * 5) % palettes.length] as Palette
    const drawing = drawWork(palette, createRandom(`work ${index}`), index % 2 === 0 ? 'back' : 'front')
    return image(`trabalho-${index + 1}`, svg(drawing, WORK_SIZE, WORK_SIZE))
  })
  return {
    images: [...byPalette.flat(), ...avatars, ...works],
    chooseWorks: (random, count) =>
      random
        .shuffle(works)
        .slice(0, count)
        .map(({ url }) => url),
    chooseImages: (index, random) => {
      const own = byPalette[(index * 5) % byPalette.length] ?? []
      const cover = own[Math.floor(index / byPalette.length + index) % own.length]
      const rest = random.shuffle(own.filter((entry) => entry !== cover))
      return [...(cover ? [cover] : []), ...rest.slice(0, random.int(2, 4))].map((entry) => entry.url)
    },
    findAvatar: (random, { isWoman }) =>
      avatars[isWoman ? random.int(0, WOMEN - 1) : random.int(WOMEN, AVATARS - 1)]?.url ?? '',
  }
}

/** Neighbouring palettes start at different scenes, so that together they use all of them. */
function drawPalette(palette: Palette, paletteIndex: number): SeedImage[] {
  return Array.from({ length: SCENES_OF_PALETTE }, (_, index) => {
    const scene = scenes[(paletteIndex * 5 + index * 7) % scenes.length] ?? mirrorAndChair
    return image(
      `${slugOf(scene.name)}-${palette.name}`,
      svg(scene(palette, createRandom(`${palette.name} ${scene.name}`))),
    )
  })
}

function image(name: string, drawing: string): SeedImage {
  const hash = createHash('sha256').update(drawing).digest('hex').slice(0, 8)
  return { url: `/uploads/demo/${name}-${hash}.webp`, svg: drawing }
}

function slugOf(name: string) {
  return name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
}
