import { deflateSync } from 'node:zlib'

/** What posters are drawn with. Lengths are units of the drawing, y grows downwards; colors are six hexadecimal digits after `#`. */
export type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; fill: string; radius?: number }
  /** Path data as `outlineText` writes it: absolute M, L, Q, C and Z. */
  | { kind: 'path'; d: string; fill: string }

export type Drawing = { width: number; height: number; shapes: readonly Shape[] }

export function toSvg({ width, height, shapes }: Drawing): string {
  const elements = shapes.map((shape) => {
    if (shape.kind === 'path') return `<path fill="${shape.fill}" d="${shape.d}"/>`
    const radius = shape.radius ? ` rx="${shape.radius}"` : ''
    return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}"${radius} fill="${shape.fill}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${elements.join('')}</svg>`
}

type PdfOptions = {
  /** Points per unit of the drawing; 72 points are an inch. */
  scale: number
  title: string
  /** Where a tap on the page leads. */
  url: string
}

/**
 * One page of vector shapes as PDF 1.7, written by hand: the shapes are all outlines, so there are no fonts and no images, which are
 * what a library would be for (decision 31).
 */
export function toPdf({ width, height, shapes }: Drawing, { scale, title, url }: PdfOptions): Buffer {
  const pageWidth = formatNumber(width * scale)
  const pageHeight = formatNumber(height * scale)
  // PDF counts from the bottom.
  const matrix = `${scale} 0 0 ${-scale} 0 ${pageHeight} cm`
  const content = deflateSync(`${matrix}\n${shapes.map(toOperators).join('\n')}`)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/Lang(pt-BR)/ViewerPreferences<</DisplayDocTitle true>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${pageWidth} ${pageHeight}]/Resources<<>>/Contents 4 0 R/Annots[6 0 R]>>`,
    Buffer.concat([
      Buffer.from(`<</Length ${content.length}/Filter/FlateDecode>>stream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
    `<</Title ${toPdfText(title)}/Producer(Na Regua)>>`,
    `<</Type/Annot/Subtype/Link/Rect[0 0 ${pageWidth} ${pageHeight}]/Border[0 0 0]/Contents ${toPdfText(title)}/A<</S/URI/URI ${toPdfText(url, 'ascii')}>>>>`,
  ]
  return joinObjects(objects)
}

function joinObjects(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  let length = parts[0]?.length ?? 0
  const offsets = objects.map((object, index) => {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      typeof object === 'string' ? Buffer.from(object, 'latin1') : object,
      Buffer.from('\nendobj\n'),
    ])
    const offset = length
    parts.push(part)
    length += part.length
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const end = `xref\n0 ${count}\n0000000000 65535 f \n${entries}trailer\n<</Size ${count}/Root 1 0 R/Info 5 0 R>>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

/** As hexadecimal digits, so that no character needs an escape. */
function toPdfText(text: string, encoding: 'utf16' | 'ascii' = 'utf16'): string {
  if (encoding === 'ascii') return `<${Buffer.from(text, 'latin1').toString('hex')}>`
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
}

function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100)
}

function toOperators(shape: Shape): string {
  const color = [1, 3, 5].map((at) => formatNumber(Number.parseInt(shape.fill.slice(at, at + 2), 16) / 255)).join(' ')
  return `${color} rg ${shape.kind === 'path' ? toPdfPath(shape.d) : toPdfPath(toRectPath(shape))}f`
}

/** How far the handles of a Bézier curve are from the ends of a quarter of a circle, as a part of the radius. */
const CIRCLE = 0.5523

function toRectPath({ x, y, width, height, radius = 0 }: Extract<Shape, { kind: 'rect' }>): string {
  const right = x + width
  const bottom = y + height
  const handle = radius * (1 - CIRCLE)
  if (radius === 0) return `M${x} ${y}L${right} ${y}L${right} ${bottom}L${x} ${bottom}Z`
  return [
    `M${x + radius} ${y}L${right - radius} ${y}C${right - handle} ${y} ${right} ${y + handle} ${right} ${y + radius}`,
    `L${right} ${bottom - radius}C${right} ${bottom - handle} ${right - handle} ${bottom} ${right - radius} ${bottom}`,
    `L${x + radius} ${bottom}C${x + handle} ${bottom} ${x} ${bottom - handle} ${x} ${bottom - radius}`,
    `L${x} ${y + radius}C${x} ${y + handle} ${x + handle} ${y} ${x + radius} ${y}Z`,
  ].join('')
}

const operators: Record<string, string> = { M: 'm', L: 'l', C: 'c' }

/** PDF has cubic curves only. */
function toPdfPath(d: string): string {
  let left = 0
  let top = 0
  return d.replaceAll(/([MLQCZ])([^MLQCZ]*)/g, (_, command: string, rest: string) => {
    if (command === 'Z') return 'h '
    const points = rest.trim().split(/\s+/).map(Number)
    const [x = 0, y = 0] = points.slice(-2)
    const [controlX = 0, controlY = 0] = points
    const cubic =
      command === 'Q'
        ? [...towards([left, top], [controlX, controlY]), ...towards([x, y], [controlX, controlY]), x, y]
        : points
    left = x
    top = y
    return `${cubic.map(formatNumber).join(' ')} ${operators[command] ?? 'c'} `
  })
}

/** Two thirds of the way: where a cubic curve has the control point of a quadratic one. */
function towards(from: readonly [number, number], to: readonly [number, number]): [number, number] {
  return [from[0] + (2 / 3) * (to[0] - from[0]), from[1] + (2 / 3) * (to[1] - from[1])]
}
