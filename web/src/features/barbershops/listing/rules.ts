import { reasonText } from '../../../lib/error-text.ts'
import { formatCount } from '../../../lib/format.ts'
import { NetworkError } from '../../../lib/network-error.ts'

/** '38 estabelecimentos encontrados em um raio de 50km'. */
export function describeTotal(total: number, radius: number) {
  const found = formatCount(total, 'estabelecimento encontrado', 'estabelecimentos encontrados')
  return `${found} em um raio de ${String(radius).replace('.', ',')}km`
}

/** What a person reads when the list could not be loaded. */
export function describeFailure(error: Error) {
  if (error instanceof NetworkError && error.reason === 'network') {
    return 'A API não está permitindo requisições do navegador. Verifique sua conexão e tente novamente.'
  }
  return `Erro ao carregar barbearias: ${reasonText(error)}. Tente novamente mais tarde.`
}
