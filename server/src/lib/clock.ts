/** The only source of "now": tests stand at 21:00 in São Paulo by passing another one. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
