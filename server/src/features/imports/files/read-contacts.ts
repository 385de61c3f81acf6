import { type ContentLine, parseContentLine, splitLines, splitValue, unescapeText } from '../calendars/content-lines.ts'
import { type ImportTable, RowProblem, type TableRow } from '../rows/rules.ts'

/** The contacts of a phone, in the file format vCard 2.1, 3.0 or 4.0. */
export function isContacts(text: string): boolean {
  return /^\s*BEGIN:VCARD\s*$/im.test(text.slice(0, 4096))
}

const header = ['Nome', 'Celular', 'Outro telefone', 'E-mail', 'Aniversário', 'Observações', 'Etiquetas']

/** What a customer is read from. Others, images among them, are most of a file. */
const used = /^(?:[\w-]+\.)?(?:FN|N|ORG|NICKNAME|TEL|EMAIL|BDAY|NOTE|CATEGORIES|KIND|X-ADDRESSBOOKSERVER-KIND)[;:]/i
const MAX_LINES = 200

/** Each contact is a row, with a mobile number first. */
export function readContacts(text: string): ImportTable {
  const cards = splitCards(text)
  return { header, rows: cards.map((card, at) => ({ ...readCard(card), number: at + 1 })) }
}

type Card = { lines: string[]; isCut: boolean }

function splitCards(text: string): Card[] {
  const cards: Card[] = []
  let card: string[] | undefined
  // A card of 2.1 may contain that of an assistant.
  let isAgent = false
  let previous = ''
  const close = (isCut: boolean) => {
    if (card) cards.push({ lines: card, isCut })
    card = undefined
  }
  for (const line of splitLines(text)) {
    if (/^(?:AGENT:\s*)?BEGIN:\s*VCARD\s*$/i.test(line)) {
      isAgent = card !== undefined && startsAgent(line, previous)
      // The end of an open card is missing also where another one begins.
      if (!isAgent) close(true)
      card ??= []
    } else if (/^END:\s*VCARD\s*$/i.test(line)) {
      if (!isAgent) close(false)
      isAgent = false
    } else if (card && !isAgent) addUsed(card, line)
    previous = line
  }
  close(true)
  return cards
}

/** True when the card that begins is that of the assistant: the property is on the same line or on the one before. */
const startsAgent = (line: string, previous: string) => /^AGENT/i.test(line) || /^AGENT[;:]\s*$/i.test(previous)

function addUsed(card: string[], line: string) {
  if (card.length < MAX_LINES && used.test(line)) card.push(line)
}

function readCard({ lines, isCut }: Card): Omit<TableRow, 'number'> {
  const properties = lines.flatMap((line) => parseContentLine(line) ?? [])
  const valuesOf = (name: string) => properties.filter((property) => property.name === name).map(({ value }) => value)
  const name = findName(valuesOf)
  const [phone = '', ...others] = sortPhones(properties.filter((property) => property.name === 'TEL'))
  const notes = valuesOf('NOTE').map(unescapeText).join('\n').trim()
  const emails = valuesOf('EMAIL').map(unescapeText)
  const [birthday = ''] = valuesOf('BDAY')
  const tags = tagsOf(valuesOf('CATEGORIES'))
  const cells = [name, phone, others.join('; '), emails.join('; '), birthday, notes, tags]
  if (isCut) return { cells, problem: new RowProblem('O arquivo acaba no meio deste contato. Exporte de novo') }
  const isGroup = [...valuesOf('KIND'), ...valuesOf('X-ADDRESSBOOKSERVER-KIND')].some((kind) =>
    /^group$/i.test(kind.trim()),
  )
  return isGroup ? { cells, problem: new RowProblem('É um grupo de contatos', 'skipped') } : { cells }
}

/** As the person wrote it, else from its parts, else the company. A name of digits only is a number. */
function findName(valuesOf: (name: string) => string[]): string {
  const [parts = ''] = valuesOf('N')
  const [last = '', first = '', middle = ''] = splitValue(parts, ';')
  const [company = ''] = splitValue(valuesOf('ORG')[0] ?? '', ';')
  const names = [
    ...valuesOf('FN').map(unescapeText),
    [first, middle, last].join(' '),
    ...valuesOf('NICKNAME').map(unescapeText),
    company,
  ]
  return names.map((name) => name.replaceAll(/\s+/g, ' ').trim()).find((name) => /\p{L}/u.test(name)) ?? ''
}

/** Groups that phones make themselves are no words of the barbershop. */
function tagsOf(values: readonly string[]): string {
  return values
    .flatMap((value) => splitValue(value, ','))
    .filter((tag) => tag && !/^\*|^my ?contacts$|^meus contatos$|^starred in android$/i.test(tag))
    .join(', ')
}

const noVoice = /^(?:fax|pager|modem|bbs|isdn|textphone)$/i

/** Mobile numbers come first: that of a message is one. Then the preferred one. */
function sortPhones(properties: readonly ContentLine[]): string[] {
  const phones = properties
    .map(({ params, value }) => ({
      text: unescapeText(value).replace(/^tel:/i, '').trim(),
      types: (params.get('TYPE') ?? []).flatMap((type) => type.toLowerCase().split(',')),
      isPreferred: params.has('PREF'),
    }))
    .filter(({ text, types }) => text && !types.some((type) => noVoice.test(type)))
    .map(({ text, types, isPreferred }) => ({
      text,
      isMobile: isMobile(text),
      isCell: types.some((type) => /^(?:cell|iphone|mobile)$/.test(type)),
      isPreferred: isPreferred || types.includes('pref'),
    }))
  const rank = ({ isMobile, isCell, isPreferred }: (typeof phones)[number]) =>
    Number(isMobile) * 4 + Number(isCell) * 2 + Number(isPreferred)
  return [...new Set(phones.toSorted((one, other) => rank(other) - rank(one)).map(({ text }) => text))]
}

/** The ninth digit of a mobile number, with or without country and area. */
const isMobile = (text: string) => /^(?:(?:00)?55)?(?:0?\d\d)?9\d{8}$/.test(text.replaceAll(/\D/g, ''))
