import { AVATAR_WIDTHS, BARBERSHOP_IMAGE_WIDTHS, imageUrlOfWidth, toSrcSet } from '@na-regua/contract/images'

/** The URL of the smaller of an uploaded avatar's two sizes; any other URL is returned unchanged. */
export function shrinkImage(url: string) {
  return imageUrlOfWidth(url, AVATAR_WIDTHS[0])
}

/** The smallest stored width of an uploaded image; other URLs are returned unchanged. */
export function getThumbnailUrl(url: string) {
  return toSrcSet(url, 'webp') ? imageUrlOfWidth(url, BARBERSHOP_IMAGE_WIDTHS[0]) : url
}
