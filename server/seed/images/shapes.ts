/** The SVG elements of which the scenes consist. Lengths are pixels of an 800 × 450 image. */

export const WIDTH = 800
export const HEIGHT = 450

type Attributes = Record<string, string | number>

function attributes(extra: Attributes) {
  return Object.entries(extra)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}

export function rect(x: number, y: number, width: number, height: number, fill: string, extra: Attributes = {}) {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${attributes(extra)}/>`
}

export function round(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  fill: string,
  extra: Attributes = {},
) {
  return rect(x, y, width, height, fill, { rx: radius, ...extra })
}

export function circle(x: number, y: number, radius: number, fill: string, extra: Attributes = {}) {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${attributes(extra)}/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, extra: Attributes = {}) {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${attributes(extra)}/>`
}

export function path(d: string, fill: string, extra: Attributes = {}) {
  return `<path d="${d}" fill="${fill}"${attributes(extra)}/>`
}

export function line(d: string, stroke: string, width: number, extra: Attributes = {}) {
  return path(d, 'none', {
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...extra,
  })
}

export type Placement = { x?: number; y?: number; scale?: number; turn?: number; flip?: boolean }

export function group(content: string, { x = 0, y = 0, scale = 1, turn = 0, flip = false }: Placement) {
  const size = flip ? `scale(${-scale} ${scale})` : `scale(${scale})`
  return `<g transform="translate(${x} ${y}) rotate(${turn}) ${size}">${content}</g>`
}

export function repeat(count: number, draw: (index: number) => string) {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

/** Shows `content` only inside `shape`; ids must be unique within an image. */
export function clip(id: string, shape: string, content: string) {
  return `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${content}</g>`
}

export function svg(content: string, width = WIDTH, height = HEIGHT) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}
