import { RECENT_MINUTES } from '@na-regua/contract/profile'

// The first that matches is it: browsers say that they are each other, and the more particular one says so besides.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** A browser's long name for itself in words that its owner knows: 'Chrome no Android'. Null when it says nothing known. */
export function describeDevice(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  return browser && system ? `${browser} no ${system}` : (browser ?? system ?? null)
}

export function isRecent(confirmedAt: Date, now: Date) {
  return now.getTime() - confirmedAt.getTime() < RECENT_MINUTES * 60_000
}
