/** What a source file consists of, as far as the checks need it: names, comments, and texts written for developers. */

export type Token = { text: string; line: number }
export type Tokens = { identifiers: Token[]; comments: Token[]; messages: Token[] }

const identifier = /[A-Za-z_$][\w$]*/g
/** Titles of tests, log lines and errors: texts for developers. Texts for users are Portuguese and belong to the screen. */
const message =
  /(?:\b(?:test|it|describe)(?:\.\w+)?\(|\blog(?:ger)?\.(?:debug|info|warn|error)\((?:\{[^{}]*\},\s*)?|\bnew Error\()\s*(['"`])((?:\\.|(?!\1).)*)\1/g
/** A slash begins a regular expression where a value may begin. */
const beforeValue = /(?:^|[=(,:[!&|?{};+<>]|\breturn|\bcase|=>)\s*$/

export function tokenize(text: string): Tokens {
  const { code, comments } = separateComments(text)
  const starts = lineStarts(text)
  const at = (match: RegExpMatchArray, group: number) => ({
    text: match[group] as string,
    line: lineAt(starts, match.index as number),
  })
  return {
    identifiers: [...code.matchAll(identifier)].map((match) => at(match, 0)),
    comments: comments.map(({ text: comment, line: index }) => ({ text: comment, line: lineAt(starts, index) })),
    messages: [...text.matchAll(message)].map((match) => at(match, 2)),
  }
}

/**
 * The code with comments, texts and regular expressions blanked, and the comments by line. The content of a template stays code:
 * SQL has names too. `line` of a comment is its index in the text.
 */
function separateComments(text: string): { code: string; comments: Token[] } {
  const comments: Token[] = []
  let code = ''
  for (let index = 0; index < text.length; ) {
    const end = endOfOpaque(text, index, code)
    if (end === index) {
      code += text[index++]
      continue
    }
    const part = text.slice(index, end)
    if (/^\/[/*]/.test(part)) comments.push(...splitLines(part, index))
    code += part.replace(/[^\n]/g, ' ')
    index = end
  }
  return { code, comments }
}

/** Where the comment, text or regular expression that begins at `index` ends; `index` itself when none begins there. */
function endOfOpaque(text: string, index: number, code: string): number {
  const character = text[index]
  if (text.startsWith('//', index)) return endOf(text, /\n|$/g, index)
  if (text.startsWith('/*', index)) return endOf(text, /\*\/|$/g, index + 2, true)
  if (character === "'" || character === '"')
    return endOf(text, new RegExp(`\\\\.|${character}|\\n|$`, 'g'), index + 1, true)
  if (character === '/' && beforeValue.test(code.slice(-20).replace(/\n\s*$/, ';')))
    return endOf(text, /(?<!\\)(?:\\\\)*\/[a-z]*(?![^[\n]*\](?<!\\))|\n|$/g, index + 1, true)
  return index
}

function endOf(text: string, end: RegExp, from: number, isInclusive = false): number {
  end.lastIndex = from
  for (let found = end.exec(text); found; found = end.exec(text)) {
    if (found[0].startsWith('\\') && found[0].length === 2) continue
    return isInclusive && found[0] !== '\n' ? found.index + found[0].length : found.index
  }
  return text.length
}

function splitLines(comment: string, start: number): Token[] {
  let index = start
  return comment.split('\n').map((text) => {
    const token = { text, line: index }
    index += text.length + 1
    return token
  })
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
}

function lineAt(starts: readonly number[], index: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] as number) <= index) low = middle
    else high = middle - 1
  }
  return low + 1
}
