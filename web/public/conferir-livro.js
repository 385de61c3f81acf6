/*
 * Checks the book of a barbershop without network and without us, with nothing but Node.js 22 or later:
 * node conferir-livro.js livro-2026.jsonl livro-2027.jsonl
 *
 * Each line of a book is one JSON value: what the book is, a transaction, or the end of a closed month. The digest of a month is the
 * SHA-256 of the digest of the month before it (an empty line without one) and of the lines of its transactions as they stand, each
 * with a line feed. So a month that was changed later, or one before it, has another digest than the one that was noted.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const problems = []
const transactions = new Map()
const reversed = new Set()
const balances = new Map()
let lines = []
let digest

for (const file of process.argv.slice(2)) {
  for (const line of readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .split('\n'))
    if (line) read(line)
}
const openCount = lines.length

function read(line) {
  const value = JSON.parse(line)
  if (value.transaction) {
    lines.push(line)
    checkTransaction(value)
  } else if (value.month) {
    checkMonth(value)
  }
}

function checkTransaction(transaction) {
  const { transaction: id, entries } = transaction
  if (transactions.has(id)) problems.push(`lançamento ${id} aparece duas vezes`)
  const sum = entries.reduce((total, { cents }) => total + cents, 0)
  if (sum !== 0) problems.push(`lançamento ${id} soma ${sum} centavos em vez de zero`)
  for (const { account, owner, cents } of entries) {
    const key = owner ? `${account} ${owner}` : account
    balances.set(key, (balances.get(key) ?? 0) + cents)
  }
  transactions.set(id, transaction)
  if (transaction.reverses) checkReversal(transaction)
}

/** What it reverses may be in a file that was not given. */
function checkReversal({ transaction: id, reverses, entries }) {
  if (reversed.has(reverses)) problems.push(`lançamento ${reverses} foi estornado duas vezes`)
  reversed.add(reverses)
  const original = transactions.get(reverses)
  const mirror = (list, sign) =>
    JSON.stringify(list.map(({ account, owner, cents }) => [account, owner, sign * cents]).sort())
  if (original && mirror(original.entries, -1) !== mirror(entries, 1))
    problems.push(`estorno ${id} não espelha o lançamento ${reverses}`)
}

function checkMonth({ month, transactions: count, digest: noted, previousDigest }) {
  if (digest !== undefined && previousDigest !== digest)
    problems.push(`${month.slice(0, 7)} não continua o mês anterior`)
  if (lines.length !== count) problems.push(`${month.slice(0, 7)} tem ${lines.length} lançamentos em vez de ${count}`)
  const hash = createHash('sha256')
  for (const line of [previousDigest ?? '', ...lines]) hash.update(`${line}\n`)
  digest = hash.digest('hex')
  if (digest !== noted) problems.push(`${month.slice(0, 7)} foi alterado depois de fechado`)
  console.log(`${month.slice(0, 7)}  ${count} lançamentos  ${digest}`)
  digest = noted
  lines = []
}

const total = [...balances.values()].reduce((sum, cents) => sum + cents, 0)
if (total !== 0) problems.push(`o livro soma ${total} centavos em vez de zero`)
console.log(`${openCount} lançamentos de meses abertos`)
for (const [account, cents] of [...balances].sort()) console.log(`${(cents / 100).toFixed(2).padStart(14)}  ${account}`)
for (const problem of problems) console.error(`ERRO: ${problem}`)
console.log(problems.length === 0 ? 'O livro confere.' : `O livro não confere: ${problems.length} erros.`)
process.exitCode = problems.length === 0 ? 0 : 1
