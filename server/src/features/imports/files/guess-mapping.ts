import {
  type ImportField,
  type ImportKind,
  type ImportMapping,
  importFields,
  MAX_IMPORT_COLUMNS,
} from '@na-regua/contract/imports'
import { foldWords } from '../rules.ts'

/** Headers of the exports of Booksy, Fresha, Trinks, Google and of own spreadsheets, folded. The best match of a field comes first. */
const headersOf: Record<ImportField, readonly string[]> = {
  name: [
    ...['nome do cliente', 'nome completo', 'cliente', 'nome', 'customer name', 'client name', 'full name', 'customer'],
    ...['client', 'first name', 'primeiro nome', 'name', 'participante', 'contato'],
  ],
  lastName: ['sobrenome', 'ultimo nome', 'last name', 'surname'],
  phone: [
    ...['celular', 'telefone celular', 'whatsapp', 'mobile number', 'mobile phone', 'mobile', 'cell phone', 'telefone'],
    ...[
      'telefone do cliente',
      'client phone',
      'customer phone',
      'phone number',
      'phone 1 value',
      'phone',
      'fone',
      'tel',
    ],
  ],
  otherPhone: [
    'telefone 2',
    'outro telefone',
    'telefone residencial',
    'telefone fixo',
    'telephone',
    'home phone',
    'telefone',
  ],
  notes: [
    ...[
      'observacoes',
      'observacao',
      'obs',
      'anotacoes',
      'notas',
      'nota',
      'comentarios',
      'client notes',
      'notes',
      'note',
    ],
    ...['comments', 'descricao', 'description'],
  ],
  allergies: ['alergias', 'alergia', 'allergies', 'allergy'],
  tags: ['marcadores', 'etiquetas', 'tags', 'tag', 'grupos', 'grupo', 'categorias', 'labels', 'groups'],
  description: ['descricao do servico', 'descricao', 'detalhes', 'service description', 'description'],
  duration: [
    'duracao min',
    'duracao minutos',
    'duracao',
    'tempo',
    'minutos',
    'duration minutes',
    'duration min',
    'duration',
  ],
  price: [
    ...[
      'preco r',
      'preco',
      'valor r',
      'valor',
      'valor do servico',
      'preco de venda',
      'retail price',
      'price',
      'valor total',
    ],
    ...['gross sales', 'total', 'amount'],
  ],
  title: ['titulo', 'assunto', 'resumo', 'evento', 'subject', 'summary', 'title'],
  service: [
    'servico',
    'servicos',
    'nome do servico',
    'procedimento',
    'service name',
    'services',
    'service',
    'treatment',
  ],
  barber: [
    ...[
      'profissional',
      'barbeiro',
      'colaborador',
      'funcionario',
      'atendente',
      'team member',
      'staff member',
      'staffer',
    ],
    ...['staff', 'employee', 'resource', 'barber'],
  ],
  date: [
    ...[
      'data do agendamento',
      'data e hora',
      'data hora',
      'data',
      'dia',
      'inicio',
      'data de inicio',
      'appointment date',
    ],
    ...['scheduled date', 'start date', 'booking date', 'date time', 'date', 'start', 'starts at'],
  ],
  time: ['hora de inicio', 'hora inicio', 'horario', 'hora', 'inicio', 'start time', 'appointment time', 'time'],
  end: ['hora de termino', 'hora fim', 'termino', 'fim', 'end time', 'end date', 'ends at', 'end'],
  status: ['situacao', 'status', 'estado', 'status do agendamento'],
}

/** A service is named by its own column, not by that of a customer. */
const ofServices: Partial<Record<ImportField, readonly string[]>> = {
  name: ['nome do servico', 'servico', 'service name', 'service', 'nome', 'name', 'item', 'procedimento', 'treatment'],
}

type Guess = { field: ImportField; column: number; rank: number }

/** What each column contains, by its header; null where none fits. The owner corrects it. */
export function guessColumns(kind: ImportKind, header: readonly string[]): ImportMapping['columns'] {
  const folded = header.slice(0, MAX_IMPORT_COLUMNS).map(foldWords)
  const guesses = importFields[kind].flatMap((field): Guess[] => {
    const known = (kind === 'services' && ofServices[field]) || headersOf[field]
    return folded.flatMap((text, column) => {
      const rank = known.indexOf(text)
      return rank < 0 ? [] : [{ field, column, rank }]
    })
  })
  const columns: ImportMapping['columns'] = folded.map(() => null)
  // The order of the fields decides where two of them know a header.
  for (const field of importFields[kind]) {
    const [best] = guesses
      .filter((guess) => guess.field === field && columns[guess.column] === null)
      .toSorted((one, other) => one.rank - other.rank)
    if (best) columns[best.column] = field
  }
  return columns
}

/** The area code of the barbershop's own number, for phones without one. */
export function guessAreaCode(phones: readonly (string | null)[]): string | null {
  const digits = phones
    .map((phone) => phone?.replaceAll(/\D/g, '') ?? '')
    .find((phone) => /^[1-9]\d{9,10}$/.test(phone))
  return digits?.slice(0, 2) ?? null
}
