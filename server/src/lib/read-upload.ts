import { ApiError } from '@na-regua/contract/errors'
import type { FastifyRequest } from 'fastify'

/** The bytes of the one file of an upload, up to 5 MB. Throws IMAGE_TOO_LARGE beyond, IMAGE_INVALID when there is none. */
export async function readUpload(request: FastifyRequest, { schema }: { schema: { upload: string } }): Promise<Buffer> {
  if (!request.isMultipart()) throw new ApiError('IMAGE_INVALID')
  let isTooLarge = false
  try {
    const part = await request.file()
    const bytes = await part?.toBuffer()
    // The parser looks for it only when another chunk comes: a file cut off exactly between two would pass for whole.
    isTooLarge = part?.file.truncated === true
    if (!isTooLarge && part?.fieldname === schema.upload && bytes?.length) return bytes
  } catch (error) {
    // What the parser refuses by a rule has a code of its own; anything else is a body that breaks off or is none.
    if (/^FST_/.test(String((error as { code?: string }).code))) throw error
  }
  throw new ApiError(isTooLarge ? 'IMAGE_TOO_LARGE' : 'IMAGE_INVALID')
}
