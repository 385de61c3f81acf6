/** Bytes of an uploaded picture: the specification's 5 MB. */
export const IMAGE_BYTES = 5 * 1024 * 1024

/** What a picker of files offers; what a file is, its bytes say. */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

/** Pixels of an avatar's sides: in lists, and where it stands large or on a dense screen. */
export const AVATAR_WIDTHS = [96, 320] as const

/** Uploaded pictures of several widths differ in the end of their name only: '…-320.webp' has a '…-96.webp' beside it. */
export function imageUrlOfWidth(url: string, width: number) {
  return url.replace(/^(\/uploads\/.+)-\d+(\.(?:webp|avif))$/, `$1-${width}$2`)
}

/** Pixels of the widths of a shop's picture, each as AVIF and WebP; its address is the WebP of the middle one. */
export const SHOP_WIDTHS = [480, 960, 1600] as const

/** The colour that most of a shop's picture has, which its address tells: '#rrggbb' to show until it has come. */
export function colorOfImage(url: string): string | undefined {
  const color = /^\/uploads\/shops\/[\w-]{22}-([\da-f]{6})-\d+\.(?:webp|avif)$/.exec(url)?.[1]
  return color && `#${color}`
}

/** The widths and formats beside an uploaded picture of a shop; undefined for any other picture, which is only itself. */
export function srcSetOf(url: string, format: 'avif' | 'webp'): string | undefined {
  if (!colorOfImage(url)) return undefined
  const inFormat = url.replace(/\.(webp|avif)$/, `.${format}`)
  return SHOP_WIDTHS.map((width) => `${imageUrlOfWidth(inFormat, width)} ${width}w`).join(', ')
}
