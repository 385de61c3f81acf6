import { AVATAR_WIDTHS, BARBERSHOP_IMAGE_WIDTHS, imageUrlOfWidth, toSrcSet } from '@na-regua/contract/images'

/** The URL of the smaller of an uploaded avatar's two sizes; any other URL is returned unchanged. */
export function shrinkImage(url: string) {
  return imageUrlOfWidth(url, AVATAR_WIDTHS[0])
}

/** The smallest stored width of an uploaded image; other URLs are returned unchanged. */
export function getThumbnailUrl(url: string) {
  return toSrcSet(url, 'webp') ? imageUrlOfWidth(url, BARBERSHOP_IMAGE_WIDTHS[0]) : url
}

/** All stored widths of an uploaded image; undefined for one with a single size. */
export function getSrcSet(url: string) {
  return toSrcSet(url, 'webp')
}

/**
 * A ref of an image. Logos are often dark on a transparent ground: in the dark theme those of the class `plate` get a light one, once
 * they are there, so that nothing flashes before.
 */
export function markLoaded(image: HTMLImageElement | null) {
  const mark = () => void image?.toggleAttribute('data-loaded', true)
  if (image?.complete) mark()
  else image?.addEventListener('load', mark, { once: true })
}
