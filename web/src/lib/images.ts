import {
  AVATAR_WIDTHS,
  BARBERSHOP_IMAGE_WIDTHS,
  IMAGE_TYPES,
  imageUrlOfWidth,
  MAX_IMAGE_BYTES,
  toSrcSet,
} from '@na-regua/contract/images'

/** For file inputs. */
export const acceptedImages = IMAGE_TYPES

/** What is wrong with a chosen file, in the specification's words. The server checks the bytes again. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!IMAGE_TYPES.split(',').includes(type)) return 'Por favor, selecione um arquivo de imagem válido.'
  return size > MAX_IMAGE_BYTES ? 'A imagem deve ter no máximo 5MB.' : undefined
}

/** The URL of the smaller of an uploaded avatar's two sizes; any other URL is returned unchanged. */
export function shrinkImage(url: string) {
  return imageUrlOfWidth(url, AVATAR_WIDTHS[0])
}

/** The smallest stored width of an uploaded image; other URLs are returned unchanged. */
export function getThumbnailUrl(url: string) {
  return toSrcSet(url, 'webp') ? imageUrlOfWidth(url, BARBERSHOP_IMAGE_WIDTHS[0]) : url
}

/** How many images a list may have, and the message for one more. */
export type ImageLimit = { max: number; message: string }

/** The files that can be uploaded in addition to the present images, and the errors of the others. */
export function selectImageFiles<F extends Pick<File, 'type' | 'size'>>(
  files: readonly F[],
  present: number,
  { max, message }: ImageLimit,
) {
  const valid = files.filter((file) => imageProblem(file) === undefined)
  const remaining = Math.max(0, max - present)
  const problems: string[] = files.flatMap((file) => imageProblem(file) ?? [])
  if (valid.length > remaining) problems.push(message)
  return { accepted: valid.slice(0, remaining), problems: [...new Set(problems)] }
}
