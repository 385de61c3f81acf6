import { NetworkError, reasonText } from '../../lib/api-error.ts'

/** The ids with this one added or removed, in no particular order. */
export function withFavorite(ids: readonly string[] | undefined, id: string, isFavorite: boolean) {
  const others = (ids ?? []).filter((other) => other !== id)
  return isFavorite ? [...others, id] : others
}

/** A favorite of an anonymous user, added after the login. */
export type PendingFavorite = { barbershopId: string; name: string; until: number }

const LIFETIME_MINUTES = 15

export function createPendingFavorite(barbershopId: string, name: string, now: number): PendingFavorite {
  return { barbershopId, name, until: now + LIFETIME_MINUTES * 60_000 }
}

/** Undefined if it is expired or invalid. */
export function parsePendingFavorite(text: string | null, now: number): PendingFavorite | undefined {
  try {
    const { barbershopId, name, until } = Object(JSON.parse(text ?? 'null'))
    const isValid = typeof barbershopId === 'string' && typeof name === 'string' && until > now
    return isValid ? { barbershopId, name, until } : undefined
  } catch {
    return undefined
  }
}

export function describeFavoritesError(error: Error) {
  if (error instanceof NetworkError && error.reason === 'network') {
    return 'Não foi possível carregar seus favoritos: a API não está permitindo requisições do navegador. Verifique sua conexão.'
  }
  return `Erro ao carregar favoritos: ${reasonText(error)}. Tente novamente mais tarde.`
}
