import type { Source } from './sources.ts'

/** The two places that ask where the machine stands: the visitor's zone by name, and the calendars of the browser. */
const allowed = new Set(['web/src/lib/local-time.ts', 'web/src/lib/device-day.ts'])
const house = /^(server|web|contract|bench|e2e)\//

const wall = '(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)'
const words: [RegExp, string][] = [
  [new RegExp(`\\.(?:get|set)${wall}\\(`, 'g'), 'reads or sets a date on the wall of the machine'],
  [/\.getTimezoneOffset\(/g, 'asks for the zone of the machine'],
  [/\.(?:toDateString|toTimeString)\(/g, 'writes a date as the machine has it'],
  [/\.toLocale(?:Date|Time)String\((?![^)]*timeZone)/g, 'writes a date without naming a zone'],
  [/\bnew Date\([^()]*(?:\([^()]*\)[^()]*)*,/g, 'makes a date on the wall of the machine'],
  [/\bDateTimeFormat\((?![^)]*\btimeZone\b)[^)]*\)/g, 'writes a date without naming a zone'],
  [/\bTemporal\.Now\.(?:plain\w+ISO|zonedDateTimeISO|timeZoneId)\(\)/g, 'asks for the wall of the machine'],
]

/**
 * Code that means another hour on another machine. Whatever names its zone reads the same everywhere, so the tests need not run
 * under several.
 */
export function findMachineClocks(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => house.test(path) && !allowed.has(path))
    .flatMap(({ path, text }) =>
      words.flatMap(([pattern, fault]) =>
        [...text.matchAll(pattern)].map(({ index }) => `${path}:${lineOf(text, index)} ${fault}`),
      ),
    )
}

function lineOf(text: string, index: number) {
  return text.slice(0, index).split('\n').length
}
