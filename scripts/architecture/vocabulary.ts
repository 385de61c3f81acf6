import { commentTerms, fixedNames, identifierTerms, type Term } from './glossary.ts'
import type { Source } from './sources.ts'
import { type Token, tokenize } from './tokens.ts'

/** The terms themselves, and the examples of the check's own test. */
const ownExamples = /^scripts\/(?:architecture\/glossary|check-architecture\.test)\.ts$/

/** Uses of words for which the glossary has a standard term (glossary.ts) in names, comments and developer messages. */
export function findUnwantedWords(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    if (ownExamples.test(path)) return []
    const { identifiers, comments, messages } = tokenize(text)
    const inNames = identifiers
      .filter((token) => !fixedNames.has(token.text))
      .flatMap((token) => judge(path, token, identifierTerms, splitName(token.text)))
    const inProse = [...comments, ...messages].flatMap((token) =>
      judge(path, token, commentTerms, withoutCode(token.text)),
    )
    return [...new Set([...inNames, ...inProse])]
  })
}

/** The same for documents: every line is prose, except code in backquotes and links. */
export function findUnwantedWordsInDocument(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const prose = withoutCode(line).replace(/\]\([^)]*\)|"[^"]*"|'[^']*'|“[^”]*”/g, ' ')
    return judge(path, { text: line, line: index + 1 }, commentTerms, prose)
  })
}

function withoutCode(prose: string): string {
  return prose.replace(/`[^`]*`/g, ' ')
}

function judge(path: string, token: Token, terms: readonly Term[], prose: string): string[] {
  return terms.flatMap(({ unwanted, say, unless, except }) => {
    if (except?.test(path)) return []
    const found = unwanted.exec(unless ? prose.replace(unless, ' ') : prose)
    return found ? [`${path}:${token.line} "${found[0].trim()}": say ${say}`] : []
  })
}

/** `lockBarber`, `lock_barber` and `LOCK_BARBER` as the words "lock barber". */
function splitName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[_$]+/g, ' ')
    .trim()
    .toLowerCase()
}
