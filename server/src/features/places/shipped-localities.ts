import type { City, State } from '@na-regua/contract/places'
import municipalities from './municipalities.json' with { type: 'json' }
import states from './states.json' with { type: 'json' }

const compareNames = (one: { nome: string }, other: { nome: string }) => one.nome.localeCompare(other.nome, 'pt-BR')

const rowsByState = new Map(Object.entries(municipalities as Record<string, unknown>)) as Map<
  string,
  [number, string][]
>

/** The id of a municipality is the two digits of its state and five of its own. */
export const shippedStates: State[] = Object.entries(states)
  .map(([sigla, nome]) => ({ id: Math.floor((rowsByState.get(sigla)?.[0]?.[0] ?? 0) / 100_000), nome, sigla }))
  .toSorted(compareNames)

export function shippedCities(sigla: string): City[] {
  return (rowsByState.get(sigla) ?? []).map(([id, nome]) => ({ id, nome })).toSorted(compareNames)
}
