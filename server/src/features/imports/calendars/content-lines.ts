/** One line of a calendar or of contacts, as 'DTSTART;TZID=America/Sao_Paulo:20270204T080000'. Names are in upper case. */
export type ContentLine = { name: string; params: ReadonlyMap<string, readonly string[]>; value: string }

const lineEnd = /\r\n|\n|\r/

/**
 * Joins folded lines. Programs fold after a number of bytes, also within a character, so this comes before the bytes are decoded.
 * The older contacts (2.1) fold before a space that belongs to the text.
 */
export function unfoldBytes(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  const unfolded = /^VERSION:2\.1\s*$/im.test(text)
    ? text.replaceAll(/(?:\r\n|\n|\r)([ \t])[ \t]*/g, '$1')
    : text.replaceAll(/(?:\r\n|\n|\r)[ \t]/g, '')
  return Buffer.from(unfolded, 'latin1')
}

/** Yields the lines of a text, unfolded and without blank ones. */
export function* splitLines(text: string): Generator<string> {
  // Parts, because a line may have a million of them.
  let parts: string[] = []
  let isQuoted = false
  for (const part of text.split(lineEnd)) {
    const last = parts.at(-1)
    if (last !== undefined && /^[ \t]/.test(part)) parts.push(part.slice(1))
    else if (last?.endsWith('=') && isQuoted) parts.splice(-1, 1, last.slice(0, -1), part)
    else if (part.trim()) {
      if (last !== undefined) yield parts.join('')
      parts = [part]
      isQuoted = isQuotedPrintable(part)
    }
  }
  if (parts.length > 0) yield parts.join('')
}

const isQuotedPrintable = (line: string) => /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line)

/** Properties whose values have no colon, while the names of their time zones may: 'DTSTART;TZID=(UTC-03:00) Brasília:20270204T080000'. */
const withoutColon = /^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)[;:]/i

/** Undefined for a line that is no property. The group of contacts, as in 'item1.TEL', is left out. */
export function parseContentLine(line: string): ContentLine | undefined {
  const colon = withoutColon.test(line) ? line.lastIndexOf(':') : findOutsideQuotes(line, ':')
  if (colon < 1) return undefined
  const [head = '', ...rest] = splitOutsideQuotes(line.slice(0, colon), ';')
  const name = head.slice(head.lastIndexOf('.') + 1).trim()
  if (!/^[\w-]+$/.test(name)) return undefined
  const params = new Map<string, string[]>()
  for (const param of rest) {
    const equals = param.indexOf('=')
    // The older contacts write only the value: 'TEL;CELL:…'.
    const key = equals < 0 ? bareParam(param) : param.slice(0, equals).trim().toUpperCase()
    const values = splitOutsideQuotes(param.slice(equals + 1), ',').map(readParam)
    const known = params.get(key)
    if (known) for (const value of values) known.push(value)
    else params.set(key, values)
  }
  return { name: name.toUpperCase(), params, value: decodeValue(line.slice(colon + 1), params) }
}

const bareParam = (value: string) =>
  /^(?:QUOTED-PRINTABLE|BASE64|B|8BIT|7BIT)$/i.test(value.trim()) ? 'ENCODING' : 'TYPE'

function findOutsideQuotes(text: string, sign: string): number {
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === sign && !isQuoted) return at
  }
  // A quote that is never closed.
  return isQuoted ? text.indexOf(sign) : -1
}

/** In one pass: a line may have a hundred thousand of them. */
function splitOutsideQuotes(text: string, sign: string): string[] {
  const parts: string[] = []
  let isQuoted = false
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === sign && !isQuoted) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  // A quote that is never closed.
  return isQuoted ? text.split(sign) : [...parts, text.slice(from)]
}

const carets: Record<string, string> = { '^n': '\n', '^^': '^', "^'": '"' }

function readParam(text: string): string {
  const [, quoted] = /^\s*"(.*)"\s*$/s.exec(text) ?? []
  return (quoted ?? text.trim()).replaceAll(/\^[n^']/g, (sign) => carets[sign] ?? sign)
}

function decodeValue(value: string, params: ReadonlyMap<string, readonly string[]>): string {
  if (!params.get('ENCODING')?.some((name) => /^quoted-printable$/i.test(name))) return value
  const bytes = Buffer.from(
    value
      .replaceAll(/[^\0-\x7f]+/g, (characters) => Buffer.from(characters).toString('latin1'))
      .replaceAll(/=([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  const [charset = 'utf-8'] = params.get('CHARSET') ?? []
  return decodeAs(bytes, charset)
}

function decodeAs(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A value of text: '\n' is a new line, and commas and semicolons are escaped. */
export function unescapeText(value: string): string {
  return value.replaceAll(/\\([\\,;:nN"])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
}

/** The parts of a value with several, as of a name or of categories. */
export function splitValue(value: string, separator: ',' | ';'): string[] {
  const parts: string[] = []
  let part = ''
  for (const [token] of value.matchAll(/\\.|[^\\]/gs)) {
    if (token === separator) {
      parts.push(part)
      part = ''
    } else part += token
  }
  return [...parts, part].map((text) => unescapeText(text).trim())
}
