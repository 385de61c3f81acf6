import { decodeByContent, decodeUpload } from '../../imports/files/decode-text.ts'
import { readCsv } from './read-csv.ts'
import { isOfx, readOfx } from './read-ofx.ts'
import type { ParsedStatement } from './rules.ts'

/** The statement of a bank, in OFX or as a table. Throws IMPORT_INVALID, IMPORT_TOO_LARGE with the reason in Portuguese. */
export function readStatement(bytes: Buffer): ParsedStatement {
  // Version 2 of OFX is XML, which no other import reads.
  const isInOfx = isOfx(bytes.subarray(0, 4096).toString('latin1'))
  return isInOfx ? readOfx(decodeByContent(bytes).text) : readCsv(decodeUpload(bytes).text)
}
