import { isPastEvent } from '@na-regua/contract/calendar-files'
import type { ImportProblem } from '@na-regua/contract/imports'
import { formatNumber } from '../../lib/format.ts'

/** Smaller files are sent as they are: the server lists what has passed. */
const MIN_BYTES = 1024 * 1024

/** Properties that no import reads and that are most of a file: images, attachments, descriptions in HTML. */
const heavy = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY|ATTACH|X-ALT-DESC)[;:]/i
const ofTime = /^(?:DTSTART|RRULE|RDATE|RECURRENCE-ID)[;:]/i
const beginning = /^BEGIN:VEVENT\s*$/i
const end = /^END:VEVENT\s*$/i
/** A line that belongs to the one before. */
const continuation = /^[ \t]/

/**
 * A calendar without its past events, or contacts without their images, so that the export of years can be sent. The file is read as
 * a stream and nothing of it is copied. `pastCount`: the events that were left out.
 */
export async function shrinkImportFile(file: File, now: Date): Promise<{ file: File; pastCount: number }> {
  if (file.size < MIN_BYTES || !/\.(?:ics|ical|ifb|vcs|vcf)$/i.test(file.name)) return { file, pastCount: 0 }
  const { cuts, pastCount } = await findCuts(file, now)
  if (cuts.length === 0) return { file, pastCount: 0 }
  const ends = [0, ...cuts.map(({ to }) => to)]
  const starts = [...cuts.map(({ from }) => from), file.size]
  const parts = ends.map((end, at) => file.slice(end, starts[at]))
  return { file: new File(parts, file.name, { type: file.type }), pastCount }
}

/** In bytes of the file. */
type Cut = { from: number; to: number }
/** An event that has begun: its lines about its time, and how many cuts there were before it. */
type OpenEvent = { from: number; timeLines: string[]; cutsBefore: number }

async function findCuts(file: File, now: Date) {
  const cuts: Cut[] = []
  let pastCount = 0
  let event: OpenEvent | undefined
  let isHeavy = false
  for await (const { text, from, to } of readLines(file)) {
    if (beginning.test(text)) event = { from, timeLines: [], cutsBefore: cuts.length }
    isHeavy = continuation.test(text) ? isHeavy : heavy.test(text)
    if (isHeavy) addCut(cuts, { from, to })
    else if (ofTime.test(text)) event?.timeLines.push(text)
    if (!event || !end.test(text)) continue
    if (isPastEvent(event.timeLines, now)) {
      cutEvent(cuts, event, to)
      pastCount++
    }
    event = undefined
  }
  return { cuts, pastCount }
}

/** The whole event instead of its heavy lines. */
function cutEvent(cuts: Cut[], { from, cutsBefore }: OpenEvent, to: number) {
  cuts.splice(cutsBefore)
  addCut(cuts, { from, to })
}

/** Neighbours become one. */
function addCut(cuts: Cut[], { from, to }: Cut) {
  const last = cuts.at(-1)
  if (last?.to === from) last.to = to
  else cuts.push({ from, to })
}

/** Each line with its place. One character for each byte: what is searched is ASCII, whatever the encoding of the rest. */
async function* readLines(file: File): AsyncGenerator<Cut & { text: string }> {
  const decoder = new TextDecoder('windows-1252')
  let open = ''
  let from = 0
  const reader = file.stream().getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = `${open}${decoder.decode(chunk.value)}`.split('\n')
    open = lines.pop() ?? ''
    for (const text of lines) {
      const to = from + text.length + 1
      yield { text, from, to }
      from = to
    }
  }
  if (open) yield { text: open, from, to: from + open.length }
}

/** What a row is called, by the file it comes from. */
type RowWords = { one: string; many: string; title: string }

const rowWords: readonly { ending: RegExp; words: RowWords }[] = [
  { ending: /\.(?:ics|ical|ifb|vcs)$/i, words: { one: 'evento', many: 'eventos', title: 'Evento' } },
  { ending: /\.vcf$/i, words: { one: 'contato', many: 'contatos', title: 'Contato' } },
]

export function rowWordsOf(fileName: string): RowWords {
  return rowWords.find(({ ending }) => ending.test(fileName))?.words ?? { one: 'linha', many: 'linhas', title: 'Linha' }
}

const SHOWN_REASONS = 4

/**
 * Why rows were left out: '12 por "Já passou", 2 por "Falta a hora"'. Reasons that differ only in a row or a name are one. `total` may be
 * more than the problems that are listed.
 */
export function describeReasons(problems: readonly ImportProblem[], total: number): string {
  const counts = new Map<string, number>()
  for (const { reason } of problems) {
    const usual = reason
      .replace(/ na linha \d+/, ' em outra linha')
      .replace(/ a linha \d+/, ' outra linha')
      .replace(/ "[^"]*"/g, '')
      .replace(/\.$/, '')
    counts.set(usual, (counts.get(usual) ?? 0) + 1)
  }
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one)
  const shown = sorted.slice(0, SHOWN_REASONS)
  const others = total - shown.reduce((sum, [, count]) => sum + count, 0)
  const parts = shown.map(([reason, count]) => `${formatNumber(count)} por "${reason}"`)
  if (others > 0) parts.push(`${formatNumber(others)} por outros motivos`)
  return `${parts.join(', ')}.`
}
