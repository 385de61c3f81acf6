type Pix = { key: string; name: string; city: string; amountCents: number; txid: string }

/**
 * The content of a Pix QR code: the EMV merchant-presented code in the profile of the Banco Central do Brasil (Manual de Padrões
 * para Iniciação do Pix, section 2: BR Code).
 */
export function renderPixCode({ key, name, city, amountCents, txid }: Pix): string {
  const body = [
    field('00', '01'),
    // Single use.
    field('01', '12'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    field('54', (amountCents / 100).toFixed(2)),
    field('58', 'BR'),
    field('59', plain(name, 25)),
    field('60', plain(city, 15)),
    field('62', field('05', txid.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 25))),
  ].join('')
  return `${body}6304${crc16(`${body}6304`)}`
}

function field(id: string, value: string) {
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/** Some banks reject accents. */
function plain(text: string, length: number) {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').slice(0, length)
}

/** CRC-16/CCITT-FALSE as four uppercase hexadecimal digits, as EMVCo requires. */
function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
