/** Bytes of an uploaded picture: the specification's 5 MB. */
export const IMAGE_BYTES = 5 * 1024 * 1024

/** What a picker of files offers; what a file is, its bytes say. */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

/** Pixels of an avatar's sides: in lists, and where it stands large or on a dense screen. */
export const AVATAR_WIDTHS = [96, 320] as const

/** Uploaded pictures of several widths differ in the end of their name only: '…-320.webp' has a '…-96.webp' beside it. */
export function pictureOfWidth(url: string, width: number) {
  return url.replace(/^(\/uploads\/.+)-\d+(\.(?:webp|avif))$/, `$1-${width}$2`)
}
