import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
// @ts-expect-error It has no types, and the community's add those of a browser to the whole server.
import untyped from 'opentype.js'

/** The part of opentype.js that is used here. */
type PathCommand =
  | { type: 'Z' }
  | { type: 'M' | 'L'; x: number; y: number }
  | { type: 'Q'; x1: number; y1: number; x: number; y: number }
  | { type: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
type Glyph = {
  advanceWidth?: number
  getPath: (x: number, y: number, size: number) => { commands: PathCommand[] }
}
type Font = {
  unitsPerEm: number
  hasChar: (character: string) => boolean
  charToGlyph: (character: string) => Glyph
  getKerningValue: (left: Glyph, right: Glyph) => number
}
const opentype: { parse: (bytes: ArrayBuffer) => Font } = untyped

/** Regular for details, bold for names: the headings of the site. */
export type FontWeight = 400 | 800

export type TextOutliner = {
  /** The text in characters that the font has; white space is single. Others are spelled in these, and left out where that is impossible. */
  clean: (text: string) => string
  /** Pixels. */
  measure: (text: string, style: TextStyle) => number
  /** Data of an SVG path. `x` and `y` are the start of the baseline. */
  outline: (text: string, style: TextStyle & { x: number; y: number }) => string
}

type TextStyle = { size: number; weight: FontWeight }

/** All of Portuguese is in the first file of each weight, other languages of Latin script in the second. */
const files: Record<FontWeight, readonly string[]> = {
  400: [
    import.meta.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-400-normal.woff'),
  ],
  800: [
    import.meta.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff'),
    import.meta.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-800-normal.woff'),
  ],
}

async function loadFont(url: string): Promise<Font> {
  const bytes = await readFile(fileURLToPath(url))
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
}

/** The glyphs of the shipped font as paths, because the machine may have no fonts at all. */
export async function loadOutliner(): Promise<TextOutliner> {
  const load = (weight: FontWeight) => Promise.all(files[weight].map(loadFont))
  const fonts: Record<FontWeight, Font[]> = { 400: await load(400), 800: await load(800) }
  const findFont = (weight: FontWeight, character: string) => fonts[weight].find((font) => font.hasChar(character))

  /** Glyph by glyph, because opentype.js does not know every substitution that this font has for scripts we do not need. */
  function placeGlyphs(text: string, { size, weight }: TextStyle) {
    const glyphs: { glyph: Glyph; left: number }[] = []
    let left = 0
    let last: { font: Font; glyph: Glyph } | undefined
    for (const character of text) {
      const font = findFont(weight, character)
      if (!font) continue
      const glyph = font.charToGlyph(character)
      if (last?.font === font) left += (font.getKerningValue(last.glyph, glyph) * size) / font.unitsPerEm
      glyphs.push({ glyph, left })
      left += ((glyph.advanceWidth ?? 0) * size) / font.unitsPerEm
      last = { font, glyph }
    }
    return { glyphs, width: left }
  }

  return {
    clean: (text) =>
      [...text.normalize('NFC').replaceAll(/\s+/g, ' ')]
        .map((character) => spell(character, (part) => findFont(800, part) !== undefined))
        .join('')
        .replaceAll(/ +/g, ' ')
        .trim(),
    measure: (text, style) => placeGlyphs(text, style).width,
    outline: (text, { x, y, ...style }) =>
      placeGlyphs(text, style)
        .glyphs.flatMap(({ glyph, left }) => glyph.getPath(x + left, y, style.size).commands.map(formatCommand))
        .join(''),
  }
}

/** Characters of other scripts by their sound, in the order of their alphabets. Chinese and Japanese have none that is certain. */
const alphabets = [
  ['αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'],
  ['абвгдежзийклмнопрстуфхцчшщыэюя', 'a b v g d e j z i i k l m n o p r s t u f kh ts tch ch chtch y e iu ia'],
] as const

const sounds = new Map(
  alphabets.flatMap(([characters, spelled]) =>
    spelled.split(' ').map((sound, index) => [[...characters][index], sound]),
  ),
)

/** '𝐁' and 'Ｂ' as 'B', '①' as '1', 'Ω' as 'O'; nothing for what has no such form: emoji, stars, ideographs. */
function spell(character: string, isDrawn: (character: string) => boolean): string {
  if (isDrawn(character)) return character
  const plain = character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const lower = plain.toLowerCase()
  const sound = sounds.get(lower) ?? ''
  const inCase = plain === lower ? sound : sound.replace(/^./, (first) => first.toUpperCase())
  return [character.normalize('NFKC'), plain, inCase].find((form) => [...form].every(isDrawn)) ?? ''
}

/** With one decimal. The library's own `toPathData` writes NaN for some coordinates (version 2.0.0). */
function formatCommand(command: PathCommand): string {
  const { type } = command
  if (type === 'Z') return type
  const points = [
    ...(type === 'C' || type === 'Q' ? [command.x1, command.y1] : []),
    ...(type === 'C' ? [command.x2, command.y2] : []),
    command.x,
    command.y,
  ]
  return type + points.map((value) => Math.round(value * 10) / 10).join(' ')
}
