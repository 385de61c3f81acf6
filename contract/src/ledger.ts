import { Type } from 'typebox'
import { IdParams, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'

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
