import { describe, expect, test } from 'vitest'
import { foldWords, type ImportScope } from '../rows/rules.ts'
import { appointmentImporter } from './appointment-rows.ts'
import { findNameInTitle, findPhoneInText } from './read-title.ts'

const services = ['Corte masculino', 'Barba na toalha quente', 'Corte e barba', 'Barba', 'Corte']
const folded = services.map(foldWords).toSorted((one, other) => other.length - one.length)
const nameIn = (title: string) =>
  findNameInTitle(title, {
    service: folded.find((name) => ` ${foldWords(title)} `.includes(` ${name} `)) ?? 'corte masculino',
    ofServices: new Set(folded.flatMap((name) => name.split(' ')).filter((word) => word.length > 3)),
    barbershop: foldWords('Barbearia Dom Bigode'),
    barbers: [foldWords('Beto Barbeiro')],
  })

describe('the customer in the title of an event', () => {
  test.each([
    ['Ana Exemplo - corte', 'Ana Exemplo'],
    ['Corte do João', 'João'],
    ['João 10h corte', 'João'],
    ['João às 10h30 corte', 'João'],
    ['corte ana 10:30', 'ana'],
    ['Ana Exemplo corte + barba', 'Ana Exemplo'],
    ['JOÃO - Corte e barba', 'JOÃO'],
    ['JOÃO EXEMPLO - Corte e barba - 62 98765-4321', 'JOÃO EXEMPLO'],
    ['Corte (Ana Exemplo)', 'Ana Exemplo'],
    ['Ana Exemplo', 'Ana Exemplo'],
    ['✂️ Corte - Ana Exemplo', 'Ana Exemplo'],
    ['Agendamento: Ana Exemplo', 'Ana Exemplo'],
    ['Corte masculino com Ana Exemplo', 'Ana Exemplo'],
    ['Reserva Ana Exemplo', 'Ana Exemplo'],
    ['Cliente: Pedro', 'Pedro'],
    ['Ana e Bia - corte masculino', 'Ana e Bia'],
    ['Corte masculino - Ana/Bia', 'Ana/Bia'],
    ['Ana Exemplo (pagou)', 'Ana Exemplo'],
    ['[Confirmado] Pedro Souza - Corte', 'Pedro Souza'],
    ['Corte Ana Exemplo 15h', 'Ana Exemplo'],
    ['Corte masculino: Ana Exemplo [confirmado]', 'Ana Exemplo'],
    ['Calendly: Corte masculino and Ana Exemplo', 'Ana Exemplo'],
    ['Ana Exemplo and Barbearia Dom Bigode', 'Ana Exemplo'],
    ['Corte com Pedro na Barbearia Dom Bigode', 'Pedro'],
    ['Ana com Beto Barbeiro', 'Ana'],
    ['Barba na toalha quente/Corte masculino - Caio Exemplo', 'Caio Exemplo'],
    ["Corte masculino – José d'Ávila Jr.", "José d'Ávila Jr."],
    ['Masculino Exemplo - corte masculino', 'Masculino Exemplo'],
    ['Dr. Toalha - barba na toalha quente', 'Dr. Toalha'],
    ['Degradê navalhado - Ana', 'Ana'],
    ['Ana Exemplo R$ 45', 'Ana Exemplo'],
    ['Dona Maria 15h30 R$ 45,00', 'Dona Maria'],
    ['Ana 9º ano', 'Ana 9º ano'],
    ['#12 Ana Exemplo', 'Ana Exemplo'],
    ['Corte masculino - Maria-José', 'Maria-José'],
    ['Corte-Ana', 'Ana'],
    ['Corte masculino, João da Conceição 💈', 'João da Conceição'],
    ['Joa\u0303o - corte', 'João'],
    ['Davi 98765-4321', 'Davi'],
    ['11 98765-4321 Pedro', 'Pedro'],
    ['Haircut with Pedro', 'Pedro'],
    ['Almoço', ''],
    ['Busy', ''],
    ['Ocupado', ''],
    ['Lembrete aniversário', ''],
    ['Corte masculino', ''],
    ['(62) 98765-1234', ''],
  ])('%s: %s', (title, name) => expect(nameIn(title)).toBe(name))
})

describe('the phone in the text of an event', () => {
  test.each([
    ['Davi 98765-4321', '+5562987654321'],
    ['Davi 9 8765-4321', '+5562987654321'],
    ['Davi 3232-0101', '+556232320101'],
    ['Gil (11) 98765-2222', '+5511987652222'],
    ['<a href="https://wa.me/5562987654321">WhatsApp</a>', '+5562987654321'],
    ['CPF 123.456.789-09', undefined],
    ['629.876.543-21', undefined],
    ['pedido 20261128-123456', undefined],
    ['pedido 62987654321', undefined],
    ['de 2026-2027', undefined],
    ['20261128', undefined],
    ['12345678', undefined],
    ['+55 11 4935-0001 PIN: 123456789#', undefined],
    ['PIN: 62987654321', undefined],
  ])('%s: %s', (text, phone) => expect(findPhoneInText(text, '62')).toBe(phone))

  test('without the area code of the form a number without one is none', () => {
    expect(findPhoneInText('Davi 98765-4321', null)).toBeUndefined()
  })
})

describe('all rows of a calendar together', () => {
  const scope: ImportScope = {
    barbershopId: 'shop',
    name: 'Barbearia Dom Bigode',
    ownerId: 'owner',
    timeZone: 'America/Sao_Paulo',
    now: new Date('2026-11-28T15:00:00Z'),
    barbers: [{ id: 'barber', userId: 'user', name: 'Beto Barbeiro' }],
    services: [{ id: 'cut', name: 'Corte', durationMin: 30, priceCents: 4000, isActive: true }],
    mapping: { columns: [], barbers: [], services: [], barberId: null, serviceId: 'cut', areaCode: '62' },
  }
  const readAll = (...events: readonly { title: string; notes?: string; name?: string }[]) => {
    const parse = appointmentImporter.createParser(scope)
    const items = events.map((event, row) => {
      const cells: Record<string, string> = { ...event, date: `2027-02-04T1${row}:00:00.000Z` }
      return { ...parse((field) => cells[field] ?? ''), row }
    })
    const notes = appointmentImporter.compareRows?.(items)
    return { read: items.map(({ customerName, phone }) => [customerName, phone]), notes }
  }

  test('a number in events of different names is no one’s, and the owner is informed', () => {
    const { read, notes } = readAll(
      { title: 'Corte - Ana', notes: 'Ligue (11) 4935-0001' },
      { title: 'Corte - Bruno', notes: 'Ligue (11) 4935-0001' },
      { title: 'Corte - Caio (62) 98765-1111' },
    )
    expect(read).toEqual([
      ['Ana', null],
      ['Bruno', null],
      ['Caio', '+5562987651111'],
    ])
    expect(notes).toEqual([
      'O telefone (11) 4935-0001 está em horários de nomes diferentes. Não o guardamos para nenhum.',
    ])
  })

  test('one person may be named in two ways', () => {
    expect(readAll({ title: 'Ana 98765-1111' }, { title: 'Ana Souza 98765-1111' }).read).toEqual([
      ['Ana', '+5562987651111'],
      ['Ana Souza', '+5562987651111'],
    ])
  })

  test('a guest who is a barber of the barbershop is not the customer', () => {
    expect(readAll({ title: 'Corte - Ana', name: 'Beto Barbeiro' }).read).toEqual([['Ana', null]])
  })
})
