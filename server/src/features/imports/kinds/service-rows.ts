import { MAX_SERVICE_DESCRIPTION, MAX_SERVICES } from '@na-regua/contract/own-barbershops'
import { formatCents } from '../../../lib/format-cents.ts'
import { incrementVersion } from '../../barbershops/editing/queries.ts'
import {
  type ImportedService,
  insertImportedServices,
  listTakenNames,
  lockImportBarbershop,
} from '../../barbershops/imported/queries.ts'
import { refreshBarbershops } from '../../barbershops/queries.ts'
import { foldWords, type Importer, RowProblem, readName, readText } from '../rows/rules.ts'
import { createDoubleCheck } from './customer-rows.ts'
import { parseDuration, parsePrice } from './parse-values.ts'

const DEFAULT_MINUTES = 30

/** A service is known by its name, without regard to case and accents. */
export const serviceImporter: Importer<ImportedService> = {
  kind: 'service',
  refusal: new RowProblem('A barbearia já tem este serviço', 'known'),
  createParser: () => (read, remark) => {
    const name = readName(read('name'), 'Falta o nome do serviço')
    const priceCents = parsePrice(read('price'))
    if (priceCents === undefined) throw new RowProblem('Falta o preço')
    const description = readText(read('description'), { name: 'Descrição', max: MAX_SERVICE_DESCRIPTION }, remark)
    return { name, description, priceCents, durationMin: parseDuration(read('duration')) ?? DEFAULT_MINUTES }
  },
  createFileCheck: () => createDoubleCheck(({ name }) => foldWords(name), 'O mesmo serviço está na linha'),
  describe: ({ name, durationMin, priceCents }) => `${name}, ${durationMin} min, ${formatCents(priceCents)}`,
  async findProblems(db, { barbershopId }, items) {
    const names = await listTakenNames(db, barbershopId)
    const known = new Set(names.map(foldWords))
    const capacity = MAX_SERVICES - names.length
    let added = 0
    const problems = items.flatMap(({ row, name }): [number, RowProblem][] => {
      if (known.has(foldWords(name))) return [[row, new RowProblem('A barbearia já tem este serviço', 'known')]]
      return ++added > capacity ? [[row, new RowProblem(`Uma barbearia tem no máximo ${MAX_SERVICES} serviços`)]] : []
    })
    return new Map(problems)
  },
  async lock(tx, { barbershopId }) {
    await lockImportBarbershop(tx, barbershopId)
  },
  async insert(tx, { barbershopId, now }, items) {
    const inserted = await insertImportedServices(tx, barbershopId, items)
    await incrementVersion(tx, barbershopId, now)
    await refreshBarbershops(tx, [barbershopId])
    return inserted.map((row) => ({ ...row, kind: 'service' as const }))
  },
}
