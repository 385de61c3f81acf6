import { toEpochMinute } from '../../../lib/local-time.ts'
import { wallTimeAt } from '../rules.ts'
import { type HoursWish, type Moment, meetsHours, type Pattern, toPattern } from './rules.ts'

/** Every kind of hours that shops keep, each once and under a number. */
export class Patterns {
  #numbers = new Map<string, number>()
  #patterns: (Pattern | undefined)[] = []
  #uses: number[] = []
  #free: number[] = []
  #answers = new Map<string, Uint8Array>()

  /** The number of these hours; give it back when the shop has others. */
  take(timeZone: string, week: string, special: string): number {
    const key = keyOf(timeZone, week, special)
    const number = this.#numbers.get(key) ?? this.#add(key, toPattern(timeZone, week, special))
    this.#uses[number] = (this.#uses[number] ?? 0) + 1
    return number
  }

  giveBack(number: number) {
    const left = (this.#uses[number] ?? 0) - 1
    this.#uses[number] = left
    const pattern = this.#patterns[number]
    if (left > 0 || !pattern) return
    this.#numbers.delete(keyOf(pattern.timeZone, pattern.week.join(' '), pattern.special.join(' ')))
    this.#patterns[number] = undefined
    this.#free.push(number)
  }

  /** By number: 1 where such a shop is open at that minute. Worked out once a minute. */
  areOpen(now: Date, wish: HoursWish): Uint8Array {
    const name = nameOf(now, wish)
    const answer = this.#answers.get(name) ?? this.#ask(now, wish)
    if (this.#answers.size > 8) this.#answers.clear()
    this.#answers.set(name, answer)
    return answer
  }

  #add(key: string, pattern: Pattern): number {
    const number = this.#free.pop() ?? this.#patterns.length
    this.#patterns[number] = pattern
    this.#uses[number] = 0
    this.#numbers.set(key, number)
    this.#answers.clear()
    return number
  }

  #ask(now: Date, wish: HoursWish): Uint8Array {
    const moments = new Map<string, Moment>()
    return Uint8Array.from(this.#patterns, (pattern) => {
      if (!pattern) return 0
      const moment = moments.get(pattern.timeZone) ?? momentAt(now, pattern.timeZone)
      moments.set(pattern.timeZone, moment)
      return meetsHours(pattern, moment, wish) ? 1 : 0
    })
  }
}

export function nameOf(now: Date, { openNow, opensToday }: HoursWish): string {
  return `${toEpochMinute(now)} ${openNow} ${opensToday}`
}

function keyOf(timeZone: string, week: string, special: string): string {
  return `${timeZone} ${week} ${special}`
}

function momentAt(now: Date, timeZone: string): Moment {
  const { date, minute } = wallTimeAt(now, timeZone)
  return { day: Date.parse(date) / 86_400_000, minute }
}
