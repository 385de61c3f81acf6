import { MAX_BARBERSHOP_IMAGES, type OwnBarbershop, TOO_MANY_IMAGES_MESSAGE } from '@na-regua/contract/own-barbershops'
import type { ImageLimit } from '../../../lib/images.ts'

export const barbershopImages: ImageLimit = { max: MAX_BARBERSHOP_IMAGES, message: TOO_MANY_IMAGES_MESSAGE }

/** Each image once, the cover first. */
export function listOwnImages({ images, coverImageUrl }: Pick<OwnBarbershop, 'images' | 'coverImageUrl'>): string[] {
  const all = coverImageUrl ? [coverImageUrl, ...images] : images
  return [...new Set(all)].slice(0, MAX_BARBERSHOP_IMAGES)
}

/** Error text of a failed change: an image was removed, became the cover, or was added. */
export function describeImageChangeError(before: readonly string[], after: readonly string[]) {
  if (before.some((url) => !after.includes(url))) return 'Erro ao remover imagem'
  const isCoverMoved = before.length > 0 && before[0] !== after[0]
  return isCoverMoved ? 'Erro ao definir imagem de capa' : 'Erro ao salvar. Tente novamente.'
}
