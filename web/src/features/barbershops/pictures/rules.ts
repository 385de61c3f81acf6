import { IMAGES_PER_SHOP, type OwnBarbershop } from '@na-regua/contract/owners'
import { pictureOfWidth, SHOP_WIDTHS, srcSetOf } from '@na-regua/contract/pictures'
import { pictureProblem } from '../../../lib/picture-problem.ts'

/** Every picture once, the cover first: the one that stands on the card. */
export function listOwnPictures({ images, coverImageUrl }: Pick<OwnBarbershop, 'images' | 'coverImageUrl'>): string[] {
  const all = coverImageUrl ? [coverImageUrl, ...images] : images
  return [...new Set(all)].slice(0, IMAGES_PER_SHOP)
}

/** Which of the chosen files may leave, beside those that are there, and what is wrong with the others. */
export function sortFiles<F extends Pick<File, 'type' | 'size'>>(files: readonly F[], present: number) {
  const fitting = files.filter((file) => pictureProblem(file) === undefined)
  const room = Math.max(0, IMAGES_PER_SHOP - present)
  const problems: string[] = files.flatMap((file) => pictureProblem(file) ?? [])
  if (fitting.length > room) problems.push(`Você pode adicionar no máximo ${IMAGES_PER_SHOP} imagens.`)
  return { accepted: fitting.slice(0, room), problems: [...new Set(problems)] }
}

/** The narrow one of an uploaded picture's widths; any other address stays as it is. */
export function thumbnailOf(url: string) {
  return srcSetOf(url, 'webp') ? pictureOfWidth(url, SHOP_WIDTHS[0]) : url
}
