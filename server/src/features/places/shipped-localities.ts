import type { City, State } from '@na-regua/contract/places'
import municipalities from './municipalities.json' with { type: 'json' }
import states from './states.json' with { type: 'json' }

const byName = (one: { nome: string }, other: { nome: string }) => one.nome.localeCompare(other.nome, 'pt-BR')

const rowsOf = new Map(Object.entries(municipalities as Record<string, unknown>)) as Map<string, [number, string][]>

/** IBGE numbers a municipality by its state's two digits and five of its own. */
export const shippedStates: State[] = Object.entries(states)
  .map(([sigla, nome]) => ({ id: Math.floor((rowsOf.get(sigla)?.[0]?.[0] ?? 0) / 100_000), nome, sigla }))
  .toSorted(byName)

export function shippedCities(sigla: string): City[] {
  return (rowsOf.get(sigla) ?? []).map(([id, nome]) => ({ id, nome })).toSorted(byName)
}
