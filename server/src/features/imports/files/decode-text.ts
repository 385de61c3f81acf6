import { ApiError } from '@na-regua/contract/errors'
import type { ImportEncoding } from '@na-regua/contract/imports'

/** A file that is no table, with the reason in Portuguese. */
export function invalidFile(reason: string): ApiError {
  return new ApiError('IMPORT_INVALID', {}, reason)
}

/** `notes`: what the owner should know of the characters, in Portuguese. */
export type DecodedText = { text: string; encoding: ImportEncoding; notes: string[] }

/** The text of an upload. */
export function decodeText(bytes: Buffer): string {
  return decodeUpload(bytes).text
}

/**
 * The text of an upload, in the encoding that was chosen, or else in the most plausible one: UTF-8 or UTF-16, and if it is neither, what
 * Excel writes in Windows, MS-DOS or on a Mac. Throws IMPORT_INVALID for what is no text.
 */
export function decodeUpload(bytes: Buffer, chosen?: ImportEncoding): DecodedText {
  const otherFile = explainOtherFile(bytes)
  if (otherFile) throw invalidFile(otherFile)
  const decoded = chosen ? decodeAs(bytes, chosen) : decodeByContent(bytes)
  // Macs write a character and its accent as two characters.
  const text = decoded.text.replace(/^\uFEFF/, '').normalize('NFC')
  if (text.includes('\0')) throw invalidFile('Este arquivo não é um texto. Exporte como CSV ou .ics e tente de novo.')
  if (!text.trim()) throw invalidFile('O arquivo está vazio.')
  const otherText = explainOtherText(text)
  if (otherText) throw invalidFile(otherText)
  return { ...decoded, text }
}

/** Files of other kinds by their first bytes. */
const kindsByBytes: readonly { begin: string; reason: string }[] = [
  {
    begin: '\xd0\xcf\x11\xe0',
    reason: 'Este arquivo é uma planilha antiga do Excel (.xls). No Excel, use "Salvar como" e escolha CSV.',
  },
  { begin: '%PDF', reason: 'Este arquivo é um PDF. No outro sistema, exporte para Excel ou CSV e envie o CSV.' },
  { begin: '{\\rtf', reason: 'Este arquivo é um documento de texto. Exporte uma planilha em CSV e envie.' },
  { begin: '\xff\xd8\xff', reason: 'Este arquivo é uma foto. Envie uma planilha em CSV.' },
  { begin: '\x89PNG', reason: 'Este arquivo é uma imagem. Envie uma planilha em CSV.' },
  { begin: '\x1f\x8b', reason: 'Este arquivo está compactado. Abra e envie o CSV que está dentro.' },
  { begin: 'Rar!', reason: 'Este arquivo está compactado. Abra e envie o CSV que está dentro.' },
  { begin: '7z\xbc\xaf', reason: 'Este arquivo está compactado. Abra e envie o CSV que está dentro.' },
  { begin: 'SQLite format', reason: 'Este arquivo é um banco de dados. No outro sistema, exporte para CSV e envie.' },
]

function explainOtherFile(bytes: Buffer): string | undefined {
  const begin = bytes.subarray(0, 64).toString('latin1')
  if (begin.startsWith('PK\x03\x04')) return explainZip(bytes)
  return kindsByBytes.find((kind) => begin.startsWith(kind.begin))?.reason
}

/** The names of its entries stand in a zip as they are; Excel's files are zips, too. */
function explainZip(bytes: Buffer): string {
  const names = bytes.toString('latin1')
  if (/xl\/(?:workbook|worksheets|_rels)|\[Content_Types\]\.xml/.test(names))
    return 'Este arquivo é uma planilha do Excel. No Excel, use "Salvar como" e escolha CSV.'
  const entry = /\.(ics|vcf|csv)(?![\w.])/i.exec(names)?.[1]?.toLowerCase()
  if (entry) return `Este arquivo é um zip. Abra o zip e envie o .${entry} que está dentro.`
  return 'Este arquivo é uma planilha do Excel ou um zip. No Excel, use "Salvar como" e escolha CSV; abra o zip e envie o .ics, .vcf ou CSV.'
}

const XML = 'Este arquivo é um XML. Abra no Excel, use "Salvar como", escolha CSV e envie o CSV.'

/** Some programs give web pages, XML or JSON the name of a table. */
function explainOtherText(text: string): string | undefined {
  const begin = text.slice(0, 2000).trimStart()
  if (/^<\?xml(?!.*<html)/is.test(begin)) return XML
  if (/^(?:<!doctype\s+html|<(?:html|head|meta|body|table|style|div)\b)/i.test(begin) || /<table\b/i.test(begin))
    return 'Este arquivo é uma página da internet com nome de planilha. Abra no Excel ou no Planilhas Google, salve como CSV e envie o CSV.'
  if (/^<\?xml|^<[a-z][\w:.-]*[\s>]/i.test(begin)) return XML
  const isJson = /^[[{]/.test(begin) && /^(?:\[\s*)?\{\s*(?:"|\})|^\[\s*(?:"|\[|\])/.test(begin)
  return isJson ? 'Este arquivo é um JSON. No outro sistema, exporte para Excel ou CSV e envie o CSV.' : undefined
}

function decodeAs(bytes: Buffer, encoding: ImportEncoding): DecodedText {
  const text = encoding === 'ibm850' ? decodeDos(bytes) : new TextDecoder(encoding).decode(bytes)
  return { text, encoding, notes: [] }
}

/** The text in the most plausible encoding, whatever it says. */
export function decodeByContent(bytes: Buffer): DecodedText {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeAs(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decodeAs(bytes, 'utf-16be')
  const wide = findWideEncoding(bytes)
  if (wide) return decodeAs(bytes, wide)
  try {
    return repairTwiceEncoded(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return isMostlyUtf8(bytes) ? decodeDamaged(bytes) : decodeAs(bytes, findSingleByteEncoding(bytes))
  }
}

/** UTF-16 without a byte order mark: of Latin characters every other byte is zero. */
function findWideEncoding(bytes: Buffer): ImportEncoding | undefined {
  const start = bytes.subarray(0, 1000)
  const zeros = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > start.length * 0.35 && even < start.length * 0.05) return 'utf-16le'
  return even > start.length * 0.35 && odd < start.length * 0.05 ? 'utf-16be' : undefined
}

/** One broken character, such as one that a limit has cut, is no other encoding. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8')
  let valid = 0
  let broken = 0
  for (const character of text) {
    if (character === '\uFFFD') broken++
    else if (character > '\x7f') valid++
  }
  return valid > broken
}

function decodeDamaged(bytes: Buffer): DecodedText {
  return {
    text: bytes.toString('utf8'),
    encoding: 'utf-8',
    notes: ['O arquivo tem letras danificadas, que aparecem como "\uFFFD". Confira os nomes.'],
  }
}

/** The bytes of Windows-1252 that are no characters of Latin-1, as they are decoded. */
const windowsBytes = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at))].map(
    (character, at) => [character, 0x80 + at] as const,
  ),
)
const byteOf = (character: string) => windowsBytes.get(character) ?? character.charCodeAt(0)

/** 'Ã£', 'Ã§': a character of UTF-8 that was read as Windows-1252 and written again. */
const twiceEncoded = new RegExp(`[\\u00c2-\\u00c5][\\u00a0-\\u00bf${[...windowsBytes.keys()].join('')}]`, 'g')
/** Characters of Portuguese that were encoded twice: a right text has no such pairs. */
const surelyTwiceEncoded = /[\u00c3][\u00a1-\u00a3\u00a7-\u00aa\u00ad\u00b3\u00b5\u00ba\u00bc]/

function repairTwiceEncoded(text: string): DecodedText {
  if (!surelyTwiceEncoded.test(text)) return { text, encoding: 'utf-8', notes: [] }
  const rest = text.replaceAll(twiceEncoded, '')
  // Where other characters are right, only what cannot be right is repaired.
  const isWhole = !/[\u00c0-\u00ff]/.test(rest)
  const broken = isWhole ? twiceEncoded : new RegExp(surelyTwiceEncoded.source, 'g')
  const repaired = text.replaceAll(broken, (pair) => Buffer.from([...pair].map(byteOf)).toString('utf8'))
  return {
    text: repaired,
    encoding: 'utf-8',
    notes: ['O arquivo tinha acentos trocados ("JoÃ£o"), e nós os corrigimos ("João"). Confira os nomes.'],
  }
}

const dosCharacters =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Code page 850, which "CSV (MS-DOS)" of Excel has in Brazil and no decoder of the platform knows. */
function decodeDos(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll(/[\x80-\xff]/g, (byte) => dosCharacters[byte.charCodeAt(0) - 0x80] ?? byte)
}

const singleByte = ['windows-1252', 'ibm850', 'macintosh'] as const

/** The first of those whose characters are most plausible in Portuguese. */
function findSingleByteEncoding(bytes: Buffer): ImportEncoding {
  const sample = bytes.subarray(0, 500_000)
  const scores = singleByte.map((encoding) => ({ encoding, score: scorePortuguese(decodeAs(sample, encoding).text) }))
  return scores.toSorted((one, other) => other.score - one.score)[0]?.encoding ?? 'windows-1252'
}

const usualCharacters = /[ãçáéíóúõêâôàÃÇÁÉÍÓÚÕÊÂÔÀ]/
const otherSigns = /[ªº°–—“”‘’•…€ñüöäëèïÑÜ´§®™\u00a0]/

/** Usual characters count, unusual signs count against; so does a small character among capitals, and a capital within a word. */
function scorePortuguese(text: string): number {
  let score = 0
  for (const { 0: character, index } of text.matchAll(/[^\0-\x7f]/g)) {
    if (!usualCharacters.test(character)) {
      score -= otherSigns.test(character) ? 0 : 2
      continue
    }
    const before = text[index - 1] ?? ''
    const after = text[index + 1] ?? ''
    const isSmall = character === character.toLowerCase()
    const isOdd = isSmall
      ? /\p{Lu}/u.test(after) || /\p{Lu}{2}$/u.test(text.slice(Math.max(0, index - 2), index))
      : /\p{Ll}/u.test(before)
    score += isOdd ? -2 : 1
    if (/^(?:ç[ãõ]|Ç[ÃÕ]|ã[oe]|Ã[OE]|õe|ÕE)/.test(text.slice(index, index + 2))) score += 1
  }
  return score
}
