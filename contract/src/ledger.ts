import { Type } from 'typebox'
import { IdParams, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'

/** The accounts of a book, as the screen calls them. Their rules: server/src/features/ledger/rules.ts. */
export const accountLabels = {
  cash: 'Dinheiro',
  bank: 'Conta do banco',
  pix: 'Pix',
  pixPending: 'Pix a conferir',
  card: 'Cartão',
  voucher: 'Vale-presente',
  debt: 'Fiado',
  advance: 'Vales de barbeiros',
  stock: 'Estoque',
  tips: 'Gorjetas a repassar',
  commissionPayable: 'Comissões a pagar',
  services: 'Serviços',
  products: 'Produtos',
  barberRent: 'Aluguel de cadeiras',
  commission: 'Comissões',
  cardFees: 'Taxas de cartão',
  productCost: 'Custo dos produtos',
  cashDifference: 'Diferenças de caixa',
  rent: 'Aluguel',
  supplies: 'Material',
  utilities: 'Água, luz e internet',
  marketing: 'Divulgação',
  maintenance: 'Manutenção',
  taxes: 'Impostos',
  otherExpenses: 'Outras despesas',
  equity: 'Dono',
} as const

export type AccountKind = keyof typeof accountLabels
export const accountKinds = Object.keys(accountLabels) as AccountKind[]

/** Years that a book may have entries of. */
export const FIRST_BOOK_YEAR = 2020
export const LAST_BOOK_YEAR = 2100

export const ledgerApi = defineApi(
  { tag: 'ledger', description: 'O livro da barbearia' },
  {
    /** One JSON value a line: what it is, the transactions, and after each closed month its digest (web/public/conferir-livro.js). */
    download: route('GET', '/barbershops/:id/ledger', {
      summary: 'O livro de um ano, com o resumo criptográfico de cada mês fechado, para conferir sem internet',
      params: IdParams,
      querystring: Strict({ year: Type.Integer({ minimum: FIRST_BOOK_YEAR, maximum: LAST_BOOK_YEAR }) }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      produces: ['application/x-ndjson'],
      response: { 200: Type.String() },
    }),
  },
)
