import { AVATAR_WIDTHS, pictureOfWidth } from '@na-regua/contract/pictures'

/** The small one of an uploaded avatar's two sizes; any other address stays as it is. */
export function smallPicture(url: string) {
  return pictureOfWidth(url, AVATAR_WIDTHS[0])
}
