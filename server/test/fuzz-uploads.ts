import fc from 'fast-check'

/** Beginnings of image files. None is complete, so that decoding fails quickly. */
const truncatedFiles: readonly Buffer[] = [
  ...['', 'x', '\x00', '<svg onload="alert(1)"/>', '%PDF-1.7', 'GIF89a', 'II*\0', 'BM', '\0\0\0\x1cftypheic'].map(
    toBytes,
  ),
  ...['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBP', '\0\0\0\x1cftypavif', '\xff\xd8\xff\xe1\xff\xff'].map(
    toBytes,
  ),
]
const names = [
  'x.png',
  '../../x.png',
  '',
  'a\0b.png',
  '"; filename="y',
  'ç💈.webp',
  'x'.repeat(3000),
  '__proto__',
  'con',
]
const fields = ['avatar', '__proto__', 'constructor', '', 'file[]', 'x'.repeat(500)]
const types = ['image/png', 'image/svg+xml', 'text/html', 'application/json', '', 'image/png\r\nx-y: z', '*/*']

const mostly = <T>(valid: T, ...others: readonly T[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(valid) }, { weight: 2, arbitrary: fc.constantFrom(valid, ...others) })

/** Multipart forms as browsers send them, and malformed ones against the parser. */
export function arbitraryUploads(field: string, validFile: Buffer): fc.Arbitrary<{ type: string; payload: Buffer }> {
  const part = fc
    .record({
      field: mostly(field, ...fields),
      name: mostly('x.jpg', ...names),
      type: mostly('image/jpeg', ...types),
      disposition: mostly('form-data', 'attachment', '', 'form-data; form-data'),
      bytes: mostly(validFile, ...truncatedFiles),
    })
    .map(({ bytes, ...head }) => Buffer.concat([toBytes(headOf(head)), bytes]))
  return fc
    .record({
      parts: fc.oneof(
        { weight: 8, arbitrary: fc.tuple(part) },
        { weight: 1, arbitrary: fc.array(part, { maxLength: 12 }) },
      ),
      boundary: mostly('grenze', '-', "'()+_,-./:=?", 'x'.repeat(70)),
      end: mostly('--\r\n', '', '--', '\r\n', '--\r\n--grenze--'),
      type: mostly(
        'multipart/form-data; boundary=%',
        'multipart/form-data;boundary="%"',
        'multipart/form-data',
        'multipart/mixed; boundary=%',
      ),
      cut: mostly(1, 0, 0.5, 0.99),
    })
    .map(({ parts, boundary, end, type, cut }) => {
      const lines = parts.flatMap((bytes) => [toBytes(`--${boundary}\r\n`), bytes, toBytes('\r\n')])
      const all = Buffer.concat([...lines, toBytes(`--${boundary}${end}`)])
      return { type: type.replace('%', boundary), payload: all.subarray(0, Math.floor(all.length * cut)) }
    })
}

function headOf({ field, name, type, disposition }: Record<'field' | 'name' | 'type' | 'disposition', string>) {
  return `content-disposition: ${disposition}; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
}

function toBytes(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
