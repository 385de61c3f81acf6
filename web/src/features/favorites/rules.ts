import { reasonText } from '../../lib/error-text.ts'
import { NetworkError } from '../../lib/network-error.ts'

/** The ids with this one in or out, in an order that nothing depends on. */
export function withFavorite(ids: readonly string[] | undefined, id: string, isFavorite: boolean) {
  const others = (ids ?? []).filter((other) => other !== id)
  return isFavorite ? [...others, id] : others
}

/** What a visitor wanted to keep, until the login is done. */
export type Wish = { barbershopId: string; name: string; until: number }

const WISH_MINUTES = 15

export function makeWish(barbershopId: string, name: string, now: number): Wish {
  return { barbershopId, name, until: now + WISH_MINUTES * 60_000 }
}

/** The wish that was written down; undefined when it is too old, or when somebody else wrote there. */
export function readWish(text: string | null, now: number): Wish | undefined {
  try {
    const { barbershopId, name, until } = Object(JSON.parse(text ?? 'null'))
    const isWish = typeof barbershopId === 'string' && typeof name === 'string' && until > now
    return isWish ? { barbershopId, name, until } : undefined
  } catch {
    return undefined
  }
}

/** What a person reads when the favourites could not be loaded. */
export function describeFailure(error: Error) {
  if (error instanceof NetworkError && error.reason === 'network') {
    return 'Não foi possível carregar seus favoritos: a API não está permitindo requisições do navegador. Verifique sua conexão.'
  }
  return `Erro ao carregar favoritos: ${reasonText(error)}. Tente novamente mais tarde.`
}
