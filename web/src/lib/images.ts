import { AVATAR_WIDTHS, IMAGE_BYTES, IMAGE_TYPES, imageUrlOfWidth } from '@na-regua/contract/images'

/** What is wrong with a chosen file, in the specification's words. The server looks again, at the bytes. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!IMAGE_TYPES.split(',').includes(type)) return 'Por favor, selecione um arquivo de imagem válido.'
  return size > IMAGE_BYTES ? 'A imagem deve ter no máximo 5MB.' : undefined
}

/** The small one of an uploaded avatar's two sizes; any other address stays as it is. */
export function shrinkImage(url: string) {
  return imageUrlOfWidth(url, AVATAR_WIDTHS[0])
}
