import { NetworkError, reasonText } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/format.ts'

/** '38 estabelecimentos encontrados em um raio de 50km'. */
export function describeTotal(total: number, radius: number) {
  const found = formatCount(total, 'estabelecimento encontrado', 'estabelecimentos encontrados')
  return `${found} em um raio de ${String(radius).replace('.', ',')}km`
}

export function describeNearbyError(error: Error) {
  if (error instanceof NetworkError && error.reason === 'network') {
    return 'A API não está permitindo requisições do navegador. Verifique sua conexão e tente novamente.'
  }
  return `Erro ao carregar barbearias: ${reasonText(error)}. Tente novamente mais tarde.`
}
