import { type Static, Type } from 'typebox'
import { defineApi, route } from './route.ts'

/** What one person may send within a day. */
export const UPLOAD_BYTES_PER_DAY = 50 * 1024 * 1024

const Variant = Type.Object({
  url: Type.String(),
  /** Pixels; a picture that is smaller is never blown up. */
  width: Type.Integer(),
  format: Type.Union([Type.Literal('avif'), Type.Literal('webp')]),
})

/** `url` is what a shop's images and cover are set to; pictures.ts finds the other widths and the colour from it. */
export const Upload = Type.Object({
  url: Type.String(),
  /** Most of the picture, '#rrggbb'. */
  color: Type.String(),
  variants: Type.Array(Variant),
})
export type Upload = Static<typeof Upload>

export const uploadsApi = defineApi(
  { tag: 'uploads', description: 'Imagens de barbearias' },
  {
    upload: route('POST', '/uploads', {
      summary: 'Envia uma imagem de uma barbearia ou de um trabalho',
      upload: 'file',
      errors: ['IMAGE_INVALID', 'IMAGE_TOO_DETAILED', 'IMAGE_TOO_LARGE', 'UPLOAD_QUOTA'],
      response: { 200: Upload },
    }),
  },
)
