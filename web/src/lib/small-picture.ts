import { AVATAR_WIDTHS, imageUrlOfWidth } from '@na-regua/contract/images'

/** The small one of an uploaded avatar's two sizes; any other address stays as it is. */
export function shrinkImage(url: string) {
  return imageUrlOfWidth(url, AVATAR_WIDTHS[0])
}
