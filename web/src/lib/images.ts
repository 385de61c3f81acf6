import { AVATAR_WIDTHS, IMAGE_TYPES, imageUrlOfWidth, MAX_IMAGE_BYTES } from '@na-regua/contract/images'

/** What is wrong with a chosen file, in the specification's words. The server checks the bytes again. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!IMAGE_TYPES.split(',').includes(type)) return 'Por favor, selecione um arquivo de imagem válido.'
  return size > MAX_IMAGE_BYTES ? 'A imagem deve ter no máximo 5MB.' : undefined
}

/** The URL of the smaller of an uploaded avatar's two sizes; any other URL is returned unchanged. */
export function shrinkImage(url: string) {
  return imageUrlOfWidth(url, AVATAR_WIDTHS[0])
}
