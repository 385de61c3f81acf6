import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj'
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj'
import { parseCnpj } from '@brazilian-utils/brazilian-utils/parse-cnpj'
import { MAX_CENTS } from '@na-regua/contract/amounts'
import { findTermsProblem } from '@na-regua/contract/commission-terms'
import type {
  CommissionLine,
  CommissionShare,
  CommissionTerms,
  MoneySource,
  PlanVersion,
  Settlement,
  SettlementDraft,
} from '@na-regua/contract/commissions'
import type { Contract, ContractRegime } from '@na-regua/contract/contracts'
import { formatCount, formatLocalDate, formatMoney, formatNumber } from '../../lib/format.ts'

/** 4250 hundredths of a percent: '42,5%'. */
const formatPercent = (basisPoints: number) => `${formatNumber(basisPoints / 100)}%`

function describeShare(share: CommissionShare): string {
  if (share.kind === 'percent') return formatPercent(share.basisPoints)
  if (share.kind === 'fixed') return `${formatMoney(share.cents)} cada`
  const [first] = share.tiers
  const last = share.tiers.at(-1)
  return `de ${formatPercent(first?.basisPoints ?? 0)} a ${formatPercent(last?.basisPoints ?? 0)}, por faixas`
}

/** What a plan is in one line. */
export function describeCommissionPlan({ service, product, services, rentCents }: CommissionTerms): string {
  return [
    `Serviços: ${describeShare(service)}`,
    services.length > 0 && `${formatCount(services.length, 'exceção', 'exceções')}`,
    `produtos: ${describeShare(product)}`,
    rentCents > 0 && `aluguel de ${formatMoney(rentCents)} por mês`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The version that is valid on a day, and the next one. Versions are newest first. */
export function findVersions(versions: readonly PlanVersion[], day: string) {
  const byDate = versions.toSorted((a, b) => b.startsOn.localeCompare(a.startsOn) || b.version - a.version)
  return {
    current: byDate.find(({ startsOn }) => startsOn <= day),
    next: byDate.findLast(({ startsOn }) => startsOn > day),
  }
}

export type PipelineStep = { label: string; cents?: number; isSum?: boolean }

/** Without what has no effect. */
const taken = (label: string, cents: number): PipelineStep[] => (cents === 0 ? [] : [{ label, cents: -cents }])

/** The steps from the price to the cents of a line. */
export function listSteps({ kind, cents, pipeline }: CommissionLine): PipelineStep[] {
  if (!pipeline) return []
  const { quantity, listCents, share } = pipeline
  const price = quantity > 1 ? `Preço (${quantity} × ${formatMoney(listCents / quantity)})` : 'Preço'
  const result = kind === 'assistance' ? 'Parte de quem ajudou' : 'Comissão'
  return [
    { label: pipeline.isCourtesy ? `${price}, cortesia` : price, cents: listCents },
    ...taken('Desconto', pipeline.discountCents),
    ...taken('Custo de produtos', pipeline.costCents),
    ...taken('Taxa do cartão', pipeline.feeCents),
    { label: 'Base da comissão', cents: pipeline.countedCents, isSum: true },
    {
      label: share ? nameShare(share, pipeline.tierFromCents ?? 0) : 'Sem plano de comissão',
      cents: pipeline.grossCents,
    },
    ...taken('Desconto por conta do barbeiro', pipeline.borneDiscountCents),
    ...taken('Taxa do cartão por conta do barbeiro', pipeline.borneFeeCents),
    ...(kind === 'assistance' ? [] : taken('Parte de quem ajudou', pipeline.assistantCents)),
    { label: result, cents, isSum: true },
  ]
}

function nameShare(share: CommissionShare, tierFromCents: number): string {
  if (share.kind === 'percent') return `${formatPercent(share.basisPoints)} de comissão`
  if (share.kind === 'fixed') return `Valor fixo de ${formatMoney(share.cents)}`
  const how = share.counts === 'marginal' ? 'só o que passa de cada faixa' : 'a faixa vale para o mês todo'
  return `Faixas, com ${formatMoney(tierFromCents)} antes no mês (${how})`
}

export function nameLine({ kind, name, isReversal }: Pick<CommissionLine, 'kind' | 'name' | 'isReversal'>): string {
  const names = {
    service: name,
    product: name,
    tip: 'Gorjeta',
    assistance: `Ajuda: ${name}`,
    adjustment: `Ajuste: ${name}`,
  }
  return isReversal ? `Estorno: ${names[kind]}` : names[kind]
}

type Sums = Pick<Settlement, 'servicesCents' | 'productsCents' | 'tipsCents' | 'correctionsCents'>

export function listSums({ servicesCents, productsCents, tipsCents, correctionsCents }: Sums) {
  return [
    { label: 'Serviços', cents: servicesCents },
    { label: 'Produtos', cents: productsCents },
    { label: 'Gorjetas', cents: tipsCents },
    { label: 'Ajustes e estornos', cents: correctionsCents },
  ]
}

/** The sums with what is deducted, as on the paper of a settlement. */
export function listSettlementSums(settlement: Sums & Pick<Settlement, 'rentCents' | 'advancesCents'>) {
  return [
    ...listSums(settlement),
    { label: 'Aluguel do lugar', cents: -settlement.rentCents },
    { label: 'Vales', cents: -settlement.advancesCents },
  ].filter(({ cents }) => cents !== 0)
}

/** The total of a draft with another rent than the plan's, as the server computes it. */
export function totalWithRent(draft: SettlementDraft, rentCents: number) {
  const earned = listSums(draft).reduce((sum, { cents }) => sum + cents, 0) - rentCents
  const advancesCents = Math.min(draft.advanceBalanceCents, Math.max(0, earned))
  return { advancesCents, totalCents: earned - advancesCents }
}

export const sourceOptions: readonly { value: MoneySource; label: string }[] = [
  { value: 'pix', label: 'Pix' },
  { value: 'cash', label: 'Dinheiro' },
  { value: 'bank', label: 'Banco' },
]

export const sourceNames: Record<MoneySource, string> = { pix: 'Pix', cash: 'dinheiro do caixa', bank: 'banco' }

/** A share as it is typed: every kind has its values, so that a change of mind loses none. */
export type ShareDraft = {
  kind: CommissionShare['kind']
  basisPoints: number | undefined
  cents: number | undefined
  counts: 'marginal' | 'whole'
  tiers: readonly { fromCents: number | undefined; basisPoints: number | undefined }[]
}

const firstTiers = [
  { fromCents: 0, basisPoints: 4000 },
  { fromCents: 500_000, basisPoints: 4500 },
]

export function toShareDraft(share: CommissionShare): ShareDraft {
  return {
    kind: share.kind,
    basisPoints: share.kind === 'percent' ? share.basisPoints : undefined,
    cents: share.kind === 'fixed' ? share.cents : undefined,
    counts: share.kind === 'tiers' ? share.counts : 'marginal',
    tiers: share.kind === 'tiers' ? share.tiers : firstTiers,
  }
}

const isPercent = (basisPoints: number | undefined): basisPoints is number =>
  basisPoints !== undefined && basisPoints >= 0 && basisPoints <= 10_000

const isAmount = (cents: number | undefined): cents is number => cents !== undefined && cents >= 0 && cents <= MAX_CENTS

/** Undefined for what cannot be read as a share. */
function toShare({ kind, basisPoints, cents, counts, tiers }: ShareDraft): CommissionShare | undefined {
  if (kind === 'percent') return isPercent(basisPoints) ? { kind, basisPoints } : undefined
  if (kind === 'fixed') return isAmount(cents) ? { kind, cents } : undefined
  const read = tiers.flatMap((tier) =>
    isPercent(tier.basisPoints) && tier.fromCents !== undefined && tier.fromCents >= 0
      ? [{ fromCents: tier.fromCents, basisPoints: tier.basisPoints }]
      : [],
  )
  return read.length === tiers.length ? { kind, counts, tiers: read } : undefined
}

/** Half of services and a tenth of products: what a first plan begins with. */
export const usualTerms: CommissionTerms = {
  service: { kind: 'percent', basisPoints: 5000 },
  services: [],
  product: { kind: 'percent', basisPoints: 1000 },
  products: [],
  deductsProductCost: false,
  cardFee: 'barbershop',
  courtesy: 'list',
  assistantBasisPoints: 0,
  rentCents: 0,
}

export type PlanDraft = {
  startsOn: string
  service: ShareDraft
  services: readonly { id: string; share: ShareDraft; costCents: number | undefined }[]
  product: ShareDraft
  products: readonly { id: string; share: ShareDraft; costCents: number | undefined }[]
  deductsProductCost: boolean
  cardFee: CommissionTerms['cardFee']
  courtesy: CommissionTerms['courtesy']
  assistantBasisPoints: number | undefined
  rentCents: number | undefined
}

export function toPlanDraft(terms: CommissionTerms, startsOn: string): PlanDraft {
  return {
    ...terms,
    startsOn,
    service: toShareDraft(terms.service),
    services: terms.services.map(({ serviceId, share, costCents }) => ({
      id: serviceId,
      share: toShareDraft(share ?? terms.service),
      costCents,
    })),
    product: toShareDraft(terms.product),
    products: terms.products.map(({ productId, share }) => ({
      id: productId,
      share: toShareDraft(share),
      costCents: 0,
    })),
  }
}

/** The terms, or what is wrong with the draft. */
export function toTerms(draft: PlanDraft): { terms: CommissionTerms } | { problem: string } {
  const service = toShare(draft.service)
  if (!service) return { problem: 'Confira a comissão dos serviços.' }
  const product = toShare(draft.product)
  if (!product || product.kind === 'tiers') return { problem: 'Confira a comissão dos produtos.' }
  const services = draft.services.flatMap(({ id, share: typed, costCents = 0 }) => {
    const share = toShare(typed)
    return share && share.kind !== 'tiers' && isAmount(costCents) ? [{ serviceId: id, share, costCents }] : []
  })
  if (services.length < draft.services.length) return { problem: 'Confira os serviços com valor próprio.' }
  const products = draft.products.flatMap(({ id, share: typed }) => {
    const share = toShare(typed)
    return share && share.kind !== 'tiers' ? [{ productId: id, share }] : []
  })
  if (products.length < draft.products.length) return { problem: 'Confira os produtos com valor próprio.' }
  const { assistantBasisPoints = 0, rentCents = 0, deductsProductCost, cardFee, courtesy } = draft
  if (!isPercent(assistantBasisPoints)) return { problem: 'Confira a parte de quem ajuda.' }
  if (!isAmount(rentCents)) return { problem: 'Confira o aluguel.' }
  const terms = {
    service,
    services,
    product,
    products,
    deductsProductCost,
    cardFee,
    courtesy,
    assistantBasisPoints,
    rentCents,
  }
  const problem = findTermsProblem(terms)
  return problem ? { problem } : { terms }
}

export const regimeNames: Record<ContractRegime, string> = {
  partner: 'Salão Parceiro',
  employee: 'Empregado (CLT)',
  rent: 'Aluguel de cadeira',
}

export const formatCompany = (cnpj: string) => formatCnpj(cnpj, { version: 2 })

/** On what terms, as which company, and from when to when. */
export function describeContract({ regime, cnpj, startsOn, endsOn }: Contract): string {
  const days = endsOn
    ? `de ${formatLocalDate(startsOn)} a ${formatLocalDate(endsOn)}`
    : `desde ${formatLocalDate(startsOn)}, sem prazo`
  return [regimeNames[regime], cnpj && formatCompany(cnpj), days].filter(Boolean).join(' · ')
}

export const findContract = (contracts: readonly Contract[], day: string) =>
  contracts.find(({ startsOn, endsOn }) => startsOn <= day && (endsOn === null || endsOn >= day))

const DAY_MS = 86_400_000
/** Lei 13.352 wants as much notice from who does not go on. */
const NOTICE_DAYS = 30

/** What is missing, or ends soon without a contract after it. */
export function findContractWarning(contracts: readonly Contract[], today: string): string | undefined {
  const contract = findContract(contracts, today)
  if (!contract) return 'Sem contrato'
  const { endsOn, regime, cnpj, file } = contract
  const days = endsOn === null ? Number.POSITIVE_INFINITY : (Date.parse(endsOn) - Date.parse(today)) / DAY_MS
  const isFollowed = contracts.some(({ startsOn }) => startsOn > contract.startsOn)
  if (days <= NOTICE_DAYS && !isFollowed)
    return days === 0 ? 'Termina hoje' : `Termina em ${formatCount(days, 'dia', 'dias')}`
  if (regime === 'partner' && !cnpj) return 'Falta o CNPJ'
  return file ? undefined : 'Falta o arquivo'
}

export type ContractDraft = { regime: ContractRegime; cnpj: string; startsOn: string; endsOn: string }

export function toContractDraft(contract: Contract | undefined, today: string): ContractDraft {
  if (!contract) return { regime: 'partner', cnpj: '', startsOn: today, endsOn: '' }
  const { regime, cnpj, startsOn, endsOn } = contract
  return { regime, cnpj: cnpj ? formatCompany(cnpj) : '', startsOn, endsOn: endsOn ?? '' }
}

type ContractFields = { regime: ContractRegime; cnpj: string | null; startsOn: string; endsOn: string | null }
type DraftProblems = Partial<Record<'cnpj' | 'startsOn' | 'endsOn', string>>

/** The contract, and what is wrong with the draft. An employee has no company. */
export function readContract({ regime, cnpj, startsOn, endsOn }: ContractDraft): {
  fields: ContractFields
  problems: DraftProblems
} {
  const company = regime === 'employee' || cnpj.trim() === '' ? null : parseCnpj(cnpj, { version: 2 })
  const problems = {
    ...(company !== null && !isValidCnpj(cnpj, { version: 2 }) && { cnpj: 'Confira o CNPJ.' }),
    ...(!startsOn && { startsOn: 'Informe o dia em que começa.' }),
    ...(endsOn && endsOn < startsOn && { endsOn: 'O contrato termina antes de começar.' }),
  }
  return { fields: { regime, cnpj: company, startsOn, endsOn: endsOn || null }, problems }
}

/** What ends a settlement: of one that sums to nothing no money changes hands. */
export function nameOfPayment(totalCents: number): string {
  if (totalCents === 0) return 'Encerrar sem pagamento'
  return totalCents < 0 ? 'Recebi do barbeiro' : 'Paguei o barbeiro'
}
