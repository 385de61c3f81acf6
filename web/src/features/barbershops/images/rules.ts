import { BARBERSHOP_IMAGE_WIDTHS, imageUrlOfWidth, toSrcSet } from '@na-regua/contract/images'
import { MAX_BARBERSHOP_IMAGES, type OwnBarbershop, TOO_MANY_IMAGES_MESSAGE } from '@na-regua/contract/own-barbershops'
import { imageProblem } from '../../../lib/images.ts'

/** Each image once, the cover first. */
export function listOwnImages({ images, coverImageUrl }: Pick<OwnBarbershop, 'images' | 'coverImageUrl'>): string[] {
  const all = coverImageUrl ? [coverImageUrl, ...images] : images
  return [...new Set(all)].slice(0, MAX_BARBERSHOP_IMAGES)
}

/** The files that can be uploaded in addition to the present images, and the errors of the others. */
export function selectImageFiles<F extends Pick<File, 'type' | 'size'>>(files: readonly F[], present: number) {
  const valid = files.filter((file) => imageProblem(file) === undefined)
  const remaining = Math.max(0, MAX_BARBERSHOP_IMAGES - present)
  const problems: string[] = files.flatMap((file) => imageProblem(file) ?? [])
  if (valid.length > remaining) problems.push(TOO_MANY_IMAGES_MESSAGE)
  return { accepted: valid.slice(0, remaining), problems: [...new Set(problems)] }
}

/** Error text of a failed change: an image was removed, became the cover, or was added. */
export function describeImageChangeError(before: readonly string[], after: readonly string[]) {
  if (before.some((url) => !after.includes(url))) return 'Erro ao remover imagem'
  const isCoverMoved = before.length > 0 && before[0] !== after[0]
  return isCoverMoved ? 'Erro ao definir imagem de capa' : 'Erro ao salvar. Tente novamente.'
}

/** The smallest stored width of an uploaded image; other URLs are returned unchanged. */
export function getThumbnailUrl(url: string) {
  return toSrcSet(url, 'webp') ? imageUrlOfWidth(url, BARBERSHOP_IMAGE_WIDTHS[0]) : url
}
