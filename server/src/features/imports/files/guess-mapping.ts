import {
  type ImportField,
  type ImportKind,
  type ImportMapping,
  importFields,
  MAX_IMPORT_COLUMNS,
} from '@na-regua/contract/imports'
import { hasAreaCode } from '@na-regua/contract/phones'
import { foldWords } from '../rows/rules.ts'
import { exportHeaders, matchExport } from './match-export.ts'

/**
 * Headers of own spreadsheets and of other programs, folded. The best match of a field comes first. Files of known programs are
 * matched first (match-export.ts).
 */
const headersOf: Record<ImportField, readonly string[]> = {
  name: lines(`
    nome do cliente, nome cliente, nome completo do cliente, cliente nome, cliente, customer name, client name, primeiro nome
    first name, given name, nome, nome completo, full name, customer, client, name, fn, contato, participante, clientes
    nome do contato, contact name, paciente, aluno`),
  middleName: lines('segundo nome, nome do meio, middle name, additional name'),
  lastName: lines('sobrenome, ultimo nome, last name, surname, family name, apelido de familia'),
  otherName: lines('nome completo, full name, apelido, nickname, file as, nome social, como gosta de ser chamado'),
  phone: lines(`
    celular, telefone celular, celular 1, telefone movel, celular whatsapp, whatsapp, numero do whatsapp, telefone whatsapp
    mobile number, mobile phone, mobile, cell phone, cell, cellphone, tel type cell, telefone, telefone 1, telefones
    telefone principal, fone 1, fone celular, tel 1, telefone do cliente, celular do cliente, contato telefone, client phone
    customer phone, phone number, phone 1 value, phone 1, phone, phones, primary phone, fone, fones, tel, tel celular
    numero de telefone, numero do celular, celulares, telefone contato, telefone de contato, telefone com ddd, contato`),
  otherPhone: lines(`
    telefone 2, celular 2, fone 2, tel 2, outro telefone, telefone residencial, telefone fixo, telefone comercial, telefone 3
    fixo, residencial, comercial, telefone principal, recado, telefone recado, telephone, home phone, work phone
    business phone, other phone, phone 2 value, phone 3 value, phone 2, tel type home, tel type work, telefone, whatsapp
    celular, telefone 1, phone, telefones`),
  email: lines(`
    e mail, email, e mail do cliente, email do cliente, e mail address, email address, endereco de email, endereco de e mail
    client email, customer email, e mail 1 value, e mail principal, email principal, e mail 1, email 1, correio eletronico`),
  birthday: lines(`
    data de nascimento, data nascimento, dt nascimento, nascimento, data nasc, dt nasc, nasc, data de aniversario
    data aniversario, dia do aniversario, aniversario, niver, date of birth, birth date, birthdate, birthday, dob`),
  notes: lines(`
    observacoes, observacao, obs, anotacoes, anotacao, notas, nota, comentarios, comentario, observacoes agendamento
    observacoes do agendamento, observacao do cliente, observacoes do cliente, client notes, customer notes, notes, note
    memo, comments, comment, descricao, description`),
  allergies: lines('alergias, alergia, allergies, allergy, restricoes'),
  tags: lines(`
    marcadores, marcador, etiquetas, etiqueta, etiqueta do cliente, tags, tag, grupos, grupo, categorias, categoria do cliente
    labels, groups, group membership, categories`),
  description: lines('descricao do servico, descricao, detalhes, service description, description'),
  duration: lines(`
    duracao min, duracao minutos, duracao em minutos, duracao, tempo, tempo min, tempo de servico, tempo estimado, minutos
    duration minutes, duration min, duration, length`),
  price: lines(`
    preco r, preco, precos, valor r, valor, valor do servico, preco do servico, preco de venda, preco unitario, retail price
    appointment price, price, valor total, gross sales, total, amount`),
  title: lines('titulo, assunto, resumo, evento, subject, summary, title'),
  service: lines(`
    servico, servicos, nome do servico, servico s, procedimento, procedimentos, tipo de servico, service name, services
    service, treatment, appointment type`),
  barber: lines(`
    profissional, barbeiro, colaborador, funcionario, atendente, nome do profissional, profissional responsavel, cabeleireiro
    team member, staff member, staffer, staff, employee, provider, stylist, barber, resource`),
  date: lines(`
    data do agendamento, data agendamento, data e hora, data hora, data horario, data do atendimento, data, dia, inicio
    data de inicio, data inicio, data inicial, appointment date, scheduled date, start date, booking date, date time, date
    start, starts at, start at, begin`),
  time: lines(`
    hora de inicio, hora inicio, horario de inicio, horario inicio, hora inicial, horario, hora, horarios, hora do agendamento
    inicio, start time, scheduled time, appointment time, time`),
  end: lines(
    'hora de termino, hora termino, hora fim, hora final, horario fim, termino, fim, end time, end date, ends at, end',
  ),
  status: lines('situacao, status do agendamento, status, appointment status, booking status, estado'),
}

/** Names that are separated by commas and line ends. */
function lines(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
}

/** A service is named by its own column, not by that of a customer. */
const ofServices: Partial<Record<ImportField, readonly string[]>> = {
  name: lines(
    'nome do servico, servico, servicos, service name, service, nome, name, item, procedimento, treatment, descricao do servico',
  ),
}

const allHeaders: ReadonlySet<string> = new Set([
  ...Object.values(headersOf).flat(),
  ...Object.values(ofServices).flat(),
  ...exportHeaders,
])

/** Headers that say nothing of the data, but that only a header has. */
const otherHeaders: ReadonlySet<string> = new Set(
  lines('cpf, sexo, genero, endereco, address, cidade, city, bairro, cep, id'),
)

export function isKnownHeader(text: string): boolean {
  return allHeaders.has(foldWords(text))
}

/** How many of the cells are known headers, each counted once. */
export function countKnownHeaders(cells: readonly string[]): number {
  const folded = new Set(cells.map((cell) => (cell.length <= 80 ? foldWords(cell) : '')))
  return [...folded].filter((text) => allHeaders.has(text) || otherHeaders.has(text)).length
}

/** These fields are read from several columns: phones, of which a mobile number is preferred, and texts, which are joined. */
const severalColumns: ReadonlySet<ImportField> = new Set(['otherPhone', 'otherName', 'notes'])

type Guess = { field: ImportField; column: number; rank: number }

/** What each column contains, by its header; null where none fits. The owner corrects it. */
export function guessColumns(kind: ImportKind, header: readonly string[]): ImportMapping['columns'] {
  const folded = header.slice(0, MAX_IMPORT_COLUMNS).map(foldWords)
  const known = matchExport(kind, header)
  if (known) return readKnownExport(known.columns, folded)
  const guesses = importFields[kind].flatMap((field): Guess[] => {
    const names = (kind === 'services' && ofServices[field]) || headersOf[field]
    return folded.flatMap((text, column) => {
      const rank = names.indexOf(text)
      return rank < 0 || isOfAddress(text, folded) ? [] : [{ field, column, rank }]
    })
  })
  const columns: ImportMapping['columns'] = folded.map(() => null)
  // The order of the fields decides where two of them know a header.
  for (const field of importFields[kind]) {
    const best = guesses
      .filter((guess) => guess.field === field && columns[guess.column] === null)
      .toSorted((one, other) => one.rank - other.rank)
    for (const { column } of best.slice(0, severalColumns.has(field) ? MAX_IMPORT_COLUMNS : 1)) columns[column] = field
  }
  return withoutSecondSurname(columns, folded)
}

/** A known header that stands twice is read once, unless the first column may be empty. */
function readKnownExport(fields: Readonly<Record<string, ImportField>>, folded: readonly string[]) {
  const used = new Set<ImportField>()
  return folded.map((text) => {
    const field = Object.hasOwn(fields, text) ? (fields[text] ?? null) : null
    if (field === null || (used.has(field) && !severalColumns.has(field))) return null
    used.add(field)
    return field
  })
}

/** 'Estado' beside a city is no status. */
function isOfAddress(text: string, folded: readonly string[]): boolean {
  return text === 'estado' && folded.some((other) => /^(?:cidade|bairro|cep|endereco|rua|uf|municipio)$/.test(other))
}

/** A full name has its surname already. */
function withoutSecondSurname(columns: ImportMapping['columns'], folded: readonly string[]): ImportMapping['columns'] {
  const name = folded[columns.indexOf('name')]
  if (!/^(?:nome completo|full name)$/.test(name ?? '')) return columns
  return columns.map((field) => (field === 'lastName' || field === 'middleName' ? null : field))
}

/** The area code of the barbershop's own number, for phones without one. */
export function guessAreaCode(phones: readonly (string | null)[]): string | null {
  const digits = phones.map((phone) => phone?.replaceAll(/\D/g, '') ?? '').find(hasAreaCode)
  return digits?.slice(0, 2) ?? null
}
