import { MAX_CUSTOMER_TAG, MAX_CUSTOMER_TAGS } from '@na-regua/contract/customers'
import { normalizeEmail } from '@na-regua/contract/names'
import { EMAIL_PATTERN, hasWord, MAX_EMAIL, matchesPattern } from '@na-regua/contract/text-limits'
import type { Database } from '../../../lib/database.ts'
import {
  getCustomerLimit,
  type ImportedProfile,
  insertImportedProfiles,
  listKnownPhones,
} from '../../customers/imported/queries.ts'
import { cleanTags } from '../../customers/rules.ts'
import { lockLimits } from '../../plans/queries.ts'
import {
  type Importer,
  type ImportScope,
  joinNames,
  type Remark,
  RowProblem,
  readName,
  readText,
} from '../rows/rules.ts'
import { formatE164, readPhone } from './parse-phones.ts'
import { parseBirthday } from './parse-times.ts'

/** A phone is one customer: of several rows with it the first is imported, and a known customer stays as they are. */
export const customerImporter: Importer<ImportedProfile> = {
  kind: 'customer',
  refusal: new RowProblem('Já é cliente desta barbearia', 'known'),
  createParser:
    ({ mapping, now }) =>
    (read, remark) => {
      const name = readName(joinNames(read), 'Falta o nome')
      const phone = readPhone(read, mapping.areaCode)
      if (!phone) throw new RowProblem('Falta o telefone, que diferencia um cliente do outro')
      return {
        name,
        phone,
        email: readEmail(read('email'), remark),
        birthday: readBirthday(read('birthday'), { mapping, now, remark }),
        notes: readText(read('notes'), { name: 'Observações', max: 2000 }, remark),
        allergies: readText(read('allergies'), { name: 'Alergias', max: 500 }, remark),
        tags: readTags(read('tags'), remark),
      }
    },
  createFileCheck: () => createDoubleCheck(({ phone }) => phone, 'O telefone já está na linha'),
  describe: ({ name, phone, email, birthday }) =>
    [name, formatE164(phone), email, birthday?.split('-').reverse().join('/')].filter(Boolean).join(', '),
  async findProblems(db, { barbershopId }, items) {
    const known = await listKnownPhones(
      db,
      barbershopId,
      items.map(({ phone }) => phone),
    )
    const problem = new RowProblem('Já é cliente desta barbearia', 'known')
    const problems = new Map(items.filter(({ phone }) => known.has(phone)).map(({ row }) => [row, problem]))
    const added = items.filter(({ row }) => !problems.has(row))
    return new Map([...problems, ...(await findCustomersBeyondLimit(db, barbershopId, added))])
  },
  lock: (tx, { ownerId }) => lockLimits(tx, ownerId),
  async insert(tx, { barbershopId, now }, items) {
    const inserted = await insertImportedProfiles(tx, barbershopId, items, now)
    return inserted.map((row) => ({ ...row, kind: 'customer' as const }))
  },
}

/**
 * Why the rows whose customers would be more than the barbershop may have are left out, by row; the first ones have space. `items` are
 * customers that it does not have.
 */
export async function findCustomersBeyondLimit(
  db: Database,
  barbershopId: string,
  items: readonly { row: number; phone: string }[],
): Promise<Map<number, RowProblem>> {
  if (items.length === 0) return new Map()
  const { max, free } = await getCustomerLimit(db, barbershopId)
  const phones = [...new Set(items.map(({ phone }) => phone))]
  const beyond = new Set(phones.slice(free))
  const problem = new RowProblem(
    `A barbearia chegou ao limite de ${max.toLocaleString('pt-BR')} clientes. Para ter mais, escreva para a gente em Contato`,
  )
  return new Map(items.filter(({ phone }) => beyond.has(phone)).map(({ row }) => [row, problem]))
}

/** The first address of the cell. One that is none does not cost the customer. */
function readEmail(text: string, remark: Remark | undefined): string | null {
  if (!hasWord(text)) return null
  const addresses = text.split(/[\s,;|]+/).map(normalizeEmail)
  const email = addresses.find((address) => address.length <= MAX_EMAIL && matchesPattern(EMAIL_PATTERN, address))
  if (!email) remark?.('E-mail inválido: o cliente entra sem ele')
  return email ?? null
}

type BirthdayContext = Pick<ImportScope, 'mapping' | 'now'> & { remark: Remark | undefined }

function readBirthday(text: string, { mapping, now, remark }: BirthdayContext): string | null {
  try {
    return parseBirthday(text, now, mapping.dateOrder ?? undefined) ?? null
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    remark?.('Aniversário inválido: o cliente entra sem ele')
    return null
  }
}

/** Google separates labels by ' ::: ' and begins its own with '* ', Trinks separates them by ' / '. */
function readTags(text: string, remark: Remark | undefined): string[] {
  const labels = text.split(/:::|\s\/\s|[,;|\n]/).filter((label) => !label.trim().startsWith('* '))
  const tags = cleanTags(labels.map((tag) => readText(tag, { name: 'Marcador', max: MAX_CUSTOMER_TAG }, remark)))
  if (tags.length > MAX_CUSTOMER_TAGS) remark?.(`Mais de ${MAX_CUSTOMER_TAGS} marcadores: entra só o começo`)
  return tags.slice(0, MAX_CUSTOMER_TAGS)
}

/** Throws for an item whose key an earlier row of the file has. */
export function createDoubleCheck<T extends { row: number }>(keyOf: (item: T) => string, reason: string) {
  const rows = new Map<string, number>()
  return (item: T) => {
    const key = keyOf(item)
    const earlier = rows.get(key)
    if (earlier !== undefined) throw new RowProblem(`${reason} ${earlier}`, 'doubled')
    rows.set(key, item.row)
  }
}
