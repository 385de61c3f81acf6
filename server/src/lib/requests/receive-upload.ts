import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import type { FastifyRequest } from 'fastify'
import { waitWithoutPermit } from './concurrency.ts'

type UploadErrors = { invalid: ErrorCode; tooLarge: ErrorCode }

/** The one file of a multipart request in this field, up to the limit of `createHttp`. */
export async function receiveUpload(
  request: FastifyRequest,
  field: string,
  { invalid, tooLarge }: UploadErrors,
): Promise<{ bytes: Buffer; fileName: string }> {
  if (!request.isMultipart()) throw new ApiError(invalid)
  let isTooLarge = false
  try {
    const { part, bytes } = await waitWithoutPermit(request, () => receiveFile(request))
    // toBuffer() notices the limit only with a further chunk: a file cut off exactly between two chunks would pass as complete.
    isTooLarge = part?.file.truncated === true
    if (!isTooLarge && part?.fieldname === field && bytes?.length)
      return { bytes, fileName: String(part.filename ?? '') }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw new ApiError(tooLarge)
    // The parser's limits have codes of their own; any other error is a malformed or incomplete body.
    if (error instanceof ApiError || /^FST_/.test(String((error as { code?: string }).code))) throw error
  }
  throw new ApiError(isTooLarge ? tooLarge : invalid)
}

async function receiveFile(request: FastifyRequest) {
  const part = await request.file()
  return { part, bytes: await part?.toBuffer() }
}
