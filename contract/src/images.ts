/** Maximum size of an upload. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** For file inputs. The server detects the type from the bytes. */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** Pixels: in lists, and for large or high-density rendering. */
export const AVATAR_WIDTHS = [96, 320] as const

/** The widths of an upload differ only in the suffix of their names: '…-320.webp' and '…-96.webp'. */
export function imageUrlOfWidth(url: string, width: number) {
  return url.replace(/^(\/uploads\/.+)-\d+(\.(?:webp|avif))$/, `$1-${width}$2`)
}

/** Pixels. Each width exists as AVIF and WebP; the stored URL is the WebP of the middle one. */
export const BARBERSHOP_IMAGE_WIDTHS = [480, 960, 1600] as const

/** The dominant color of a barbershop image, which its URL contains: a '#rrggbb' placeholder while it loads. */
export function colorOfImage(url: string): string | undefined {
  const color = /^\/uploads\/shops\/[\w-]{22}-([\da-f]{6})-\d+\.(?:webp|avif)$/.exec(url)?.[1]
  return color && `#${color}`
}

/** A srcset of all widths in this format; undefined for images that were not uploaded and have a single size. */
export function toSrcSet(url: string, format: 'avif' | 'webp'): string | undefined {
  if (!colorOfImage(url)) return undefined
  const inFormat = url.replace(/\.(webp|avif)$/, `.${format}`)
  return BARBERSHOP_IMAGE_WIDTHS.map((width) => `${imageUrlOfWidth(inFormat, width)} ${width}w`).join(', ')
}
