import { imageUrlOfWidth, SHOP_WIDTHS, srcSetOf } from '@na-regua/contract/images'
import { IMAGES_PER_SHOP, type OwnBarbershop, TOO_MANY_IMAGES } from '@na-regua/contract/own-barbershops'
import { imageProblem } from '../../../lib/picture-problem.ts'

/** Every picture once, the cover first: the one that stands on the card. */
export function listOwnPictures({ images, coverImageUrl }: Pick<OwnBarbershop, 'images' | 'coverImageUrl'>): string[] {
  const all = coverImageUrl ? [coverImageUrl, ...images] : images
  return [...new Set(all)].slice(0, IMAGES_PER_SHOP)
}

/** Which of the chosen files may leave, beside those that are there, and what is wrong with the others. */
export function sortFiles<F extends Pick<File, 'type' | 'size'>>(files: readonly F[], present: number) {
  const fitting = files.filter((file) => imageProblem(file) === undefined)
  const room = Math.max(0, IMAGES_PER_SHOP - present)
  const problems: string[] = files.flatMap((file) => imageProblem(file) ?? [])
  if (fitting.length > room) problems.push(TOO_MANY_IMAGES)
  return { accepted: fitting.slice(0, room), problems: [...new Set(problems)] }
}

/** What a person reads who changed a shop's pictures in vain: what was taken out, or put first, or added. */
export function describeChangeFailure(before: readonly string[], after: readonly string[]) {
  if (before.some((url) => !after.includes(url))) return 'Erro ao remover imagem'
  const isCoverMoved = before.length > 0 && before[0] !== after[0]
  return isCoverMoved ? 'Erro ao definir imagem de capa' : 'Erro ao salvar. Tente novamente.'
}

/** The narrow one of an uploaded picture's widths; any other address stays as it is. */
export function thumbnailOf(url: string) {
  return srcSetOf(url, 'webp') ? imageUrlOfWidth(url, SHOP_WIDTHS[0]) : url
}
