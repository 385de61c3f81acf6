const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 128 bits in base 62. A static Pix code has room for 25. */
const LENGTH = 22

/** What a Pix code names its payment with: the 128 bits of the id in base 62. */
export function toTxid(id: string): string {
  let rest = BigInt(`0x${id.replaceAll('-', '')}`)
  let txid = ''
  while (txid.length < LENGTH) {
    txid = DIGITS.charAt(Number(rest % 62n)) + txid
    rest /= 62n
  }
  return txid
}

/** The id of the payment. Undefined for a text that is no txid of ours. */
export function fromTxid(txid: string): string | undefined {
  if (!/^[0-9A-Za-z]{22}$/.test(txid)) return undefined
  const value = [...txid].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n)
  const hex = value.toString(16).padStart(32, '0')
  if (hex.length > 32) return undefined
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
