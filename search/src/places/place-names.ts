/** Words that only state what kind of place a name is, and how people shorten them. */
const shortTypes: Readonly<Record<string, string>> = {
  av: 'avenida',
  r: 'rua',
  al: 'alameda',
  tv: 'travessa',
  pca: 'praca',
  rod: 'rodovia',
  st: 'setor',
  jd: 'jardim',
  vl: 'vila',
  pq: 'parque',
  res: 'residencial',
}
const omittedTypes = new Set(['avenida', 'rua', 'alameda', 'travessa', 'praca', 'rodovia', 'setor', 'bairro', 'parque'])
export const joiningWords: ReadonlySet<string> = new Set([
  'a',
  'as',
  'e',
  'o',
  'os',
  'da',
  'das',
  'de',
  'do',
  'dos',
  'd',
])

export const placeTypes: ReadonlySet<string> = new Set([
  ...omittedTypes,
  ...Object.values(shortTypes),
  ...['av', 'jd', 'vl', 'pq', 'shopping', 'metro', 'estacao', 'zona'],
])

const foldedUnits = new Map<string, string>()

function foldUnit(unit: string): string {
  const known = foldedUnits.get(unit)
  if (known !== undefined) return known
  const [plain = ' '] = unit.normalize('NFD').toLowerCase()
  const folded = /[a-z0-9]/.test(plain) ? plain : unit
  foldedUnits.set(unit, folded)
  return folded
}

/** Without accents and case, of the same length: offsets in the result are offsets in the text, which must be in NFC. */
export function foldText(text: string): string {
  return text.toLowerCase().length === text.length
    ? text.toLowerCase().replaceAll(/[^\0-\x7f]/g, foldUnit)
    : text.replaceAll(/[^a-z0-9 ]/g, foldUnit)
}

/** The words that name a place: 'Rua dos Pinheiros' is 'rua pinheiros'. */
export function toPlaceWords(text: string): string[] {
  const words = foldText(text.normalize('NFC')).match(/[a-z0-9]+/g) ?? []
  const long = words.map((word, index) => (index === 0 ? (shortTypes[word] ?? word) : word))
  const significant = long.filter((word) => !joiningWords.has(word))
  return significant.length > 0 ? significant : long
}

/** How a name is written: 'Olho d'Água' also as 'Olho dÁgua', which is what people type. */
function listSpellings(name: string): string[] {
  return [...new Set([name, name.replaceAll(/['’‘´`ʼ]/g, '')])]
}

/** All words of a name in its spellings. */
export function listNameWords(name: string): string[] {
  return [...new Set(listSpellings(name).flatMap(toPlaceWords))]
}

/** What a place is called, as joined words: its name, and the name without its type where enough remains of it. */
export function listPlaceForms(name: string): string[] {
  return listSpellings(name).flatMap(listFormsOfSpelling)
}

function listFormsOfSpelling(name: string): string[] {
  const words = toPlaceWords(name)
  const [type, ...rest] = words
  const isLongEnough = rest.length > 1 ? rest.some((word) => /[a-z]/.test(word)) : /[a-z]{3}/.test(rest[0] ?? '')
  return type && omittedTypes.has(type) && isLongEnough ? [words.join(' '), rest.join(' ')] : [words.join(' ')]
}
