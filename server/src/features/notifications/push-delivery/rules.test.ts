import { describe, expect, test } from 'vitest'
import { parseEndpoint } from '../push/rules.ts'
import { cutToBytes } from './render-push.ts'
import { nextAttemptAt, parseRetryAfter, pushExpiresAt, quietUntil, urgencyOf } from './rules.ts'

const at = (text: string) => new Date(`${text}Z`)

describe('quiet hours', () => {
  const quiet = (now: string, startsAt?: string, timeZone = 'America/Sao_Paulo') =>
    quietUntil({ startsAt: startsAt ? at(startsAt) : null, timeZone }, at(now))
      ?.toISOString()
      .slice(0, 16)

  test.each([
    ['21:59 is not quiet', '2026-03-12T00:59:59', undefined],
    ['22:00 waits for the next morning', '2026-03-12T01:00', '2026-03-12T11:00'],
    ['midnight waits for the same morning', '2026-03-12T03:00', '2026-03-12T11:00'],
    ['7:59 waits a minute', '2026-03-12T10:59', '2026-03-12T11:00'],
    ['8:00 is not quiet', '2026-03-12T11:00', undefined],
  ])('%s', (_, now, until) => expect(quiet(now)).toBe(until))

  test('are those of the zone of the person', () => {
    // 22:30 in São Paulo, 21:30 in Manaus, 20:30 in Rio Branco.
    expect(quiet('2026-03-12T01:30', undefined, 'America/Manaus')).toBeUndefined()
    expect(quiet('2026-03-12T01:30', undefined, 'America/Rio_Branco')).toBeUndefined()
    expect(quiet('2026-03-12T02:30', undefined, 'America/Manaus')).toBe('2026-03-12T12:00')
  })

  test('do not hold what starts within three hours, and what starts at night only until then', () => {
    expect(quiet('2026-03-12T02:00', '2026-03-12T05:00')).toBeUndefined()
    expect(quiet('2026-03-12T02:00', '2026-03-12T05:01')).toBe('2026-03-12T02:01')
    expect(quiet('2026-03-12T02:00', '2026-03-12T10:00')).toBe('2026-03-12T07:00')
    expect(quiet('2026-03-12T02:00', '2026-03-12T12:00')).toBe('2026-03-12T11:00')
    // Over already: nothing to come late for.
    expect(quiet('2026-03-12T02:00', '2026-03-12T01:00')).toBe('2026-03-12T11:00')
  })

  test('end at 8 when the clock changes in the night', () => {
    expect(quiet('2026-03-29T00:30', undefined, 'Europe/Lisbon')).toBe('2026-03-29T07:00')
  })
})

describe('how long and how urgently', () => {
  const createdAt = at('2026-03-11T15:00')
  const relevance = (startsAt: string | null, type = 'booking_confirmed' as const) => ({
    createdAt,
    type,
    startsAt: startsAt ? at(startsAt) : null,
  })
  const expires = (startsAt: string | null) => pushExpiresAt(relevance(startsAt)).toISOString().slice(0, 16)

  test('until the start, at most three days; a day without one', () => {
    expect(expires('2026-03-11T17:00')).toBe('2026-03-11T17:00')
    expect(expires('2026-04-11T17:00')).toBe('2026-03-14T15:00')
    expect(expires('2026-03-11T15:01')).toBe('2026-03-11T15:10')
    expect(expires('2026-03-11T12:00')).toBe('2026-03-12T15:00')
    expect(expires(null)).toBe('2026-03-12T15:00')
  })

  test('what starts soon first, what concerns no appointment last', () => {
    expect(urgencyOf(relevance('2026-03-11T17:59'), createdAt)).toBe('high')
    expect(urgencyOf(relevance('2026-03-12T17:59'), createdAt)).toBe('normal')
    expect(urgencyOf({ ...relevance(null), type: 'review_received' }, createdAt)).toBe('low')
  })
})

describe('another attempt', () => {
  const now = at('2026-03-11T15:00')
  const pause = (attempts: number, options: { retryAfterMs?: number; random?: number } = {}) => {
    const push = { attempts, type: 'booking_confirmed', startsAt: at('2026-03-20T15:00'), createdAt: now } as const
    const next = nextAttemptAt(push, { random: 0.5, ...options, now })
    return next && (next.getTime() - now.getTime()) / 1000
  }

  test('waits longer each time, with jitter, at most an hour', () => {
    expect([1, 2, 3, 9].map((attempts) => pause(attempts))).toEqual([3, 6, 12, 768])
    expect([11, 60].map((attempts) => pause(attempts, { random: 1 }))).toEqual([3600, 3600])
    expect([pause(3, { random: 0 }), pause(3, { random: 1 })]).toEqual([8, 16])
  })

  test('is made for as long as the push is worth it, and not after', () => {
    const push = { attempts: 0, type: 'booking_confirmed', startsAt: at('2026-03-20T15:00'), createdAt: now } as const
    const attempts: Date[] = []
    for (let next: Date | undefined = now; next; ) {
      attempts.push(next)
      next = nextAttemptAt({ ...push, attempts: attempts.length }, { now: next, random: 1 })
    }
    expect(attempts.length).toBeGreaterThan(70)
    expect(attempts.at(-1)?.getTime()).toBeGreaterThan(at('2026-03-14T14:00').getTime())
    expect(attempts.at(-1)?.getTime()).toBeLessThan(at('2026-03-14T15:00').getTime())
  })

  test('is not made before the service allows it, at most an hour later', () => {
    expect(pause(1, { retryAfterMs: 120_000, random: 0 })).toBe(120)
    expect(pause(1, { retryAfterMs: 1e12, random: 0 })).toBe(3600)
    expect(parseRetryAfter('7', now)).toBe(7000)
    expect(parseRetryAfter('Wed, 11 Mar 2026 15:00:30 GMT', now)).toBe(30_000)
    expect(parseRetryAfter('Wed, 11 Mar 2026 14:00:30 GMT', now)).toBe(0)
    expect([parseRetryAfter('soon', now), parseRetryAfter(null, now)]).toEqual([undefined, undefined])
  })
})

test('text is cut between graphemes, by its bytes as JSON', () => {
  expect(cutToBytes('Corte e barba', 100)).toBe('Corte e barba')
  expect(cutToBytes('orações', 8)).toBe('oraç…')
  expect(cutToBytes('orações', 7)).toBe('ora…')
  const family = '👨‍👩‍👧‍👦'
  expect(cutToBytes(`${family}${family}`, 30)).toBe(`${family}…`)
  expect(cutToBytes(`e${'\u0301'.repeat(500)}`, 30)).toBe('…')
  expect(cutToBytes('"""""', 7)).toBe('""…')
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAA', true],
  ['https://web.push.apple.com/QGu', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=BQ', true],
  ['https://push.example.com/1', true],
  ['http://127.0.0.1:4321/1', true],
  ['http://127.0.0.1:4322/1', false],
  ['https://127.0.0.1:4321/1', false],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://fcm.googleapis.com@10.0.0.1/', false],
  ['https://user:password@fcm.googleapis.com/', false],
  ['https://fcm.googleapis.com.evil.example/', false],
  ['https://evilpush.apple.com.example/', false],
  ['https://push.apple.com.example/', false],
  ['https://evilnotify.windows.com/', false],
  ['https://.notify.windows.com/', false],
  ['https://10.0.0.1/', false],
  ['https://[::1]/', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://localhost/', false],
  ['https://2130706433/', false],
  ['file:///etc/passwd', false],
  ['', false],
])('endpoint %s is of a known push service: %s', (endpoint, isKnown) => {
  const parsed = parseEndpoint(endpoint, ['push.example.com', 'http://127.0.0.1:4321'])
  expect(parsed !== undefined).toBe(isKnown)
})

test('an endpoint is of one service, whichever of its hosts it has', () => {
  const serviceOf = (url: string) => parseEndpoint(url, ['http://127.0.0.1:4321'])?.service
  const hosts = ['wns2-par02p', 'db5'].map((name) => serviceOf(`https://${name}.notify.windows.com/w/?token=BQ`))
  expect(hosts).toEqual(Array(2).fill('https://*.notify.windows.com'))
  expect(serviceOf('https://fcm.googleapis.com/fcm/send/abc')).toBe('https://fcm.googleapis.com')
  expect(serviceOf('http://127.0.0.1:4321/1')).toBe('http://127.0.0.1:4321')
})
