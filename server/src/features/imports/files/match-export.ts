import type { ImportField, ImportKind } from '@na-regua/contract/imports'
import { foldWords } from '../rows/rules.ts'

/** A file that a program writes. Headers are folded; those without a field are not read. */
type KnownExport = {
  program: string
  kind: ImportKind
  /** Only this file has all of them. */
  marks: readonly string[]
  columns: Readonly<Record<string, ImportField>>
}

/** The headers of real exports. A header that a field has twice is read from the first column that is filled. */
const knownExports: readonly KnownExport[] = [
  {
    program: 'Trinks',
    kind: 'customers',
    marks: ['nome', 'telefone 1', 'pode agendar online'],
    columns: {
      nome: 'name',
      'telefone 1': 'phone',
      'telefone 2': 'otherPhone',
      'e mail': 'email',
      'data de nascimento': 'birthday',
      observacoes: 'notes',
      etiquetas: 'tags',
    },
  },
  {
    program: 'Trinks',
    kind: 'appointments',
    marks: ['data', 'hora', 'profissional da vez', 'cliente'],
    columns: {
      data: 'date',
      hora: 'time',
      profissional: 'barber',
      servico: 'service',
      duracao: 'duration',
      cliente: 'name',
      telefones: 'phone',
      telefone: 'phone',
      valor: 'price',
      status: 'status',
      observacoes: 'notes',
      'observacoes agendamento': 'notes',
    },
  },
  {
    program: 'Fresha',
    kind: 'customers',
    marks: ['client id', 'first name', 'mobile number'],
    columns: {
      'first name': 'name',
      'last name': 'lastName',
      'full name': 'otherName',
      'mobile number': 'phone',
      telephone: 'otherPhone',
      email: 'email',
      'date of birth': 'birthday',
      note: 'notes',
    },
  },
  {
    program: 'Fresha',
    kind: 'services',
    marks: ['service name', 'retail price', 'extra time'],
    columns: { 'service name': 'name', 'retail price': 'price', duration: 'duration', description: 'description' },
  },
  {
    program: 'Fresha',
    kind: 'appointments',
    marks: ['appointment reference', 'client', 'scheduled date'],
    columns: {
      client: 'name',
      'team member': 'barber',
      'scheduled date': 'date',
      'scheduled time': 'time',
      'start time': 'time',
      'end time': 'end',
      duration: 'duration',
      services: 'service',
      service: 'service',
      price: 'price',
      'net sales': 'price',
      'gross sales': 'price',
      status: 'status',
    },
  },
  {
    program: 'Square',
    kind: 'customers',
    marks: ['first name', 'phone number', 'square customer id'],
    columns: {
      'first name': 'name',
      'last name': 'lastName',
      nickname: 'otherName',
      'company name': 'otherName',
      'phone number': 'phone',
      'email address': 'email',
      birthday: 'birthday',
      memo: 'notes',
    },
  },
  {
    program: 'Booksy',
    kind: 'customers',
    marks: ['client name', 'phone', 'total visits'],
    columns: {
      'client name': 'name',
      phone: 'phone',
      email: 'email',
      birthday: 'birthday',
      notes: 'notes',
      tags: 'tags',
    },
  },
  {
    program: 'Google Contatos',
    kind: 'customers',
    marks: ['first name', 'file as', 'phone 1 value'],
    columns: {
      'first name': 'name',
      'middle name': 'middleName',
      'last name': 'lastName',
      nickname: 'otherName',
      'file as': 'otherName',
      'organization name': 'otherName',
      notes: 'notes',
      labels: 'tags',
      'phone 1 value': 'phone',
      'phone 2 value': 'otherPhone',
      'phone 3 value': 'otherPhone',
      'phone 4 value': 'otherPhone',
      'e mail 1 value': 'email',
      birthday: 'birthday',
    },
  },
  {
    program: 'Google Contatos',
    kind: 'customers',
    marks: ['name', 'given name', 'family name', 'phone 1 value'],
    columns: {
      'given name': 'name',
      'additional name': 'middleName',
      'family name': 'lastName',
      name: 'otherName',
      nickname: 'otherName',
      'organization 1 name': 'otherName',
      notes: 'notes',
      'group membership': 'tags',
      'phone 1 value': 'phone',
      'phone 2 value': 'otherPhone',
      'phone 3 value': 'otherPhone',
      'phone 4 value': 'otherPhone',
      'e mail 1 value': 'email',
      birthday: 'birthday',
    },
  },
  {
    program: 'Google Agenda',
    kind: 'appointments',
    marks: ['subject', 'start date', 'start time', 'end time'],
    columns: {
      subject: 'title',
      'start date': 'date',
      'start time': 'time',
      'end time': 'end',
      description: 'notes',
    },
  },
  {
    program: 'Outlook',
    kind: 'customers',
    marks: ['first name', 'last name', 'mobile phone', 'business phone'],
    columns: {
      'first name': 'name',
      'middle name': 'middleName',
      'last name': 'lastName',
      company: 'otherName',
      'mobile phone': 'phone',
      'primary phone': 'otherPhone',
      'home phone': 'otherPhone',
      'home phone 2': 'otherPhone',
      'business phone': 'otherPhone',
      'business phone 2': 'otherPhone',
      'car phone': 'otherPhone',
      'other phone': 'otherPhone',
      'company main phone': 'otherPhone',
      'e mail address': 'email',
      birthday: 'birthday',
      notes: 'notes',
      categories: 'tags',
    },
  },
  {
    program: 'Outlook',
    kind: 'customers',
    marks: ['nome', 'sobrenome', 'telefone celular', 'telefone comercial'],
    columns: {
      nome: 'name',
      'segundo nome': 'middleName',
      sobrenome: 'lastName',
      empresa: 'otherName',
      'telefone celular': 'phone',
      'telefone principal': 'otherPhone',
      'telefone residencial': 'otherPhone',
      'telefone residencial 2': 'otherPhone',
      'telefone comercial': 'otherPhone',
      'telefone comercial 2': 'otherPhone',
      'telefone do carro': 'otherPhone',
      'outro telefone': 'otherPhone',
      'endereco de email': 'email',
      aniversario: 'birthday',
      anotacoes: 'notes',
      categorias: 'tags',
    },
  },
  {
    program: 'Acuity',
    kind: 'appointments',
    marks: ['start time', 'first name', 'type', 'calendar'],
    columns: {
      'start time': 'date',
      'end time': 'end',
      'first name': 'name',
      'last name': 'lastName',
      phone: 'phone',
      type: 'service',
      calendar: 'barber',
      'appointment price': 'price',
      notes: 'notes',
    },
  },
]

/** The export of a program that has these headers; undefined for any other table. */
export function matchExport(kind: ImportKind, header: readonly string[]): KnownExport | undefined {
  const folded = new Set(header.map(foldWords))
  return knownExports.find((known) => known.kind === kind && known.marks.every((mark) => folded.has(mark)))
}

/** All headers of known exports that are read. */
export const exportHeaders: ReadonlySet<string> = new Set(knownExports.flatMap(({ columns }) => Object.keys(columns)))
