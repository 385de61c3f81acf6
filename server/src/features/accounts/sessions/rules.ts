import { RECENT_MINUTES } from '@na-regua/contract/profile'

// The first match wins: user agents contain the names of other browsers, so the more specific name comes first.
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

/** Readable name of a user agent, e.g. 'Chrome no Android'. Null when browser and system are unknown. */
export function describeDevice(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = nameIn(browsers)
  const system = nameIn(systems)
  return browser && system ? `${browser} no ${system}` : (browser ?? system ?? null)
}

export function isRecentLogin(confirmedAt: Date, now: Date) {
  return now.getTime() - confirmedAt.getTime() < RECENT_MINUTES * 60_000
}
