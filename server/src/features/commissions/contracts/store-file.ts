import type { Contract } from '@na-regua/contract/contracts'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { encodeImages } from '../../../lib/image.ts'
import { type ContractFile, setContractFile } from './queries.ts'
import { isWholePdf } from './rules.ts'

/** Pixels: a page of A4 that is read on a screen and printed. */
const WIDTH = 1600

/** Stores the signed contract instead of the one before. A picture is encoded again, without what a camera adds; a PDF stays as it is. */
export async function storeContractFile(
  { db, clock }: { db: DatabasePool; clock: Clock },
  { id, userId, bytes }: { id: string; userId: string; bytes: Buffer },
): Promise<Contract> {
  const file = await readFile(bytes)
  const contract = await setContractFile(db, { id, userId, file, now: clock.now() })
  if (!contract) throw new ApiError('NOT_FOUND')
  return contract
}

async function readFile(bytes: Buffer): Promise<ContractFile> {
  if (isWholePdf(bytes)) return { type: 'application/pdf', bytes }
  const [image] = await encodeImages(bytes, { shape: 'whole', widths: [WIDTH], formats: ['webp'] }).catch((error) => {
    throw error instanceof ApiError && error.code === 'IMAGE_INVALID' ? new ApiError('CONTRACT_FILE_INVALID') : error
  })
  if (!image) throw new ApiError('CONTRACT_FILE_INVALID')
  return { type: 'image/webp', bytes: image.bytes }
}
