import type { Source } from './sources.ts'

/** The two files that may read the machine's time zone: the device's zone by name, and the calendar widget's dates. */
const allowed = new Set(['web/src/lib/local-time.ts', 'web/src/ui/month-grid.tsx'])
const product = /^(server|web|contract|bench|e2e)\//

const part = '(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)'
const patterns: [RegExp, string][] = [
  [new RegExp(`\\.(?:get|set)${part}\\(`, 'g'), "reads or sets a date in the machine's time zone"],
  [/\.getTimezoneOffset\(/g, "reads the machine's time zone"],
  [/\.(?:toDateString|toTimeString)\(/g, "formats a date in the machine's time zone"],
  [/\.toLocale(?:Date|Time)String\((?![^)]*timeZone)/g, 'formats a date without a time zone'],
  [/\bnew Date\([^()]*(?:\([^()]*\)[^()]*)*,/g, "creates a date in the machine's time zone"],
  [/\bDateTimeFormat\((?![^)]*\btimeZone\b)[^)]*\)/g, 'formats a date without a time zone'],
  [/\bTemporal\.Now\.(?:plain\w+ISO|zonedDateTimeISO|timeZoneId)\(\)/g, "reads the machine's local time"],
]

/**
 * Code whose result depends on the time zone of the machine. Code that names its zone gives the same result everywhere, so the
 * tests need not run under several zones.
 */
export function findMachineClocks(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => product.test(path) && !allowed.has(path))
    .flatMap(({ path, text }) =>
      patterns.flatMap(([pattern, problem]) =>
        [...text.matchAll(pattern)].map(({ index }) => `${path}:${lineOf(text, index)} ${problem}`),
      ),
    )
}

function lineOf(text: string, index: number) {
  return text.slice(0, index).split('\n').length
}
