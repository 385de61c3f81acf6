import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'
import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info'
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import type { PixReceiver } from '@na-regua/contract/pix'

/**
 * The key in its canonical form, and the name and city as banks will show them: read back from a code that is made for them. Undefined for
 * a key that is not of the chosen type, or texts of which nothing is left in ASCII. Whether the key exists only the bank knows.
 */
export function toPixReceiver({ keyType, key, merchantName, merchantCity }: PixReceiver): PixReceiver | undefined {
  // Eleven digits may be a CPF and a mobile number: which, the owner says.
  const info = getPixKeyInfo(keyType === 'phone' ? toInternational(key) : key.trim())
  if (info?.type !== keyType) return undefined
  const code = generatePixPayload({ key: info.value, merchantName, merchantCity })
  const read = code ? getPixPayloadInfo(code) : null
  if (read?.key !== info.value) return undefined
  return { keyType, key: info.value, merchantName: read.merchantName, merchantCity: read.merchantCity }
}

function toInternational(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  return `+55${digits.replace(/^55(?=\d{10,11}$)/, '')}`
}
