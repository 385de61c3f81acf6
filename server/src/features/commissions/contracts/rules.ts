import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj'
import type { PartnerShare, PartnerShares } from '@na-regua/contract/contracts'
import type { ContractInput } from './queries.ts'

/** What is wrong with a contract, as a sentence. */
export function findContractProblem({ regime, cnpj, startsOn, endsOn }: ContractInput): string | undefined {
  if (regime === 'employee' && cnpj) return 'Um empregado não tem CNPJ no contrato.'
  if (cnpj && !isValidCnpj(cnpj, { version: 2 })) return 'Este CNPJ não existe. Confira os números.'
  if (endsOn && endsOn < startsOn) return 'O contrato termina antes de começar.'
  return undefined
}

/** By its first and last bytes: name and content type are what the client says. */
export function isWholePdf(bytes: Buffer): boolean {
  return /^%PDF-\d/.test(bytes.toString('latin1', 0, 8)) && bytes.subarray(-1024).includes('%%EOF')
}

export function sumShares(shares: readonly PartnerShare[]): PartnerShares['total'] {
  const sum = (read: (share: PartnerShare) => number) => shares.reduce((total, share) => total + read(share), 0)
  return {
    servicesCents: sum(({ servicesCents }) => servicesCents),
    partnerCents: sum(({ partnerCents }) => partnerCents),
    barbershopCents: sum(({ barbershopCents }) => barbershopCents),
    productsCents: sum(({ productsCents }) => productsCents),
    tipsCents: sum(({ tipsCents }) => tipsCents),
  }
}
