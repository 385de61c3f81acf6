import { randomUUID } from 'node:crypto'
import { RHYTHM_CONSENT_TEXT } from '@na-regua/contract/rhythm'
import type { FuzzSamples } from './fuzz-requests.ts'
import { createPushInput } from './push-scene.ts'

type Row = { id: string }
type TestUser = { user: Row & { email: string } }

/** Rows that exist when the fuzz test starts. */
type SampleRows = Record<'shop' | 'barber' | 'service' | 'tenantService', Row> &
  Record<'tenant' | 'customer' | 'newcomer', TestUser> &
  Record<'plans' | 'appointments', readonly Row[]> & { timeOff: readonly string[]; file: Buffer }

const day = { date: '2026-12-24', openTime: '20:00', closeTime: '02:00', isClosed: false, reason: 'Véspera' }
const slots = ['12:00', '12:30', '14:00', '20:45'].flatMap((time) =>
  [12, 13, 16, 17].map((on) => `2026-03-${on}T${time}:00.000Z`),
)

/** Repeated in later requests, and in one request together with what they depend on. */
function createCommandSamples({
  shop,
  barber,
  service,
  appointments,
}: Pick<SampleRows, 'shop' | 'barber' | 'service' | 'appointments'>) {
  const issue = (command: object) => ({ id: randomUUID(), issuedAt: '2026-03-11T14:59:00Z', ...command })
  const walkIn = (startTime: string) => {
    const input = { barberId: barber.id, serviceId: service.id, startTime }
    return issue({ type: 'walkIn', input })
  }
  const [first, second, late] = ['2026-03-18T14:00:00Z', '2026-03-18T14:10:00Z', '2026-03-18T15:00:00Z'].map((time) =>
    walkIn(time as string),
  )
  const target = (index: number, version: number) => ({ appointmentId: appointments[index]?.id, version })
  const booking = { barberId: 'any', serviceIds: [service.id], startTime: '2026-03-19T14:00:00Z' }
  const pause = { startDate: '2026-05-25', endDate: '2026-05-25', startTime: '12:00', endTime: '13:00' }
  return [
    [first],
    [second, late, issue({ type: 'complete', target: { commandId: first?.id }, after: late?.id })],
    ['confirm', 'cancel', 'complete', 'noShow'].map((type, index) => issue({ type, target: target(index, 1) })),
    [
      issue({ type: 'correct', status: 'COMPLETED', target: target(3, 2) }),
      issue({ type: 'confirm', target: target(0, 9) }),
    ],
    [issue({ type: 'move', target: target(4, 1), input: { startTime: '2026-03-18T16:00:00Z' } })],
    [
      issue({
        type: 'book',
        barbershopId: shop.id,
        input: { ...booking, newCustomer: { name: 'Rui', phone: '62977776666' } },
      }),
    ],
    [
      issue({ type: 'break', barberId: barber.id, input: pause }),
      issue({ type: 'break', barberId: randomUUID(), input: pause }),
    ],
    [issue({ type: 'note', customerId: randomUUID(), input: { version: 1, notes: 'Máquina 2' } })],
    [
      issue({ type: 'arrive', isArrived: true, target: target(5, 1) }),
      issue({ type: 'serve', isServing: false, target: target(5, 1) }),
    ],
    [
      issue({ type: 'queueAdd', barbershopId: shop.id, input: { entryId: randomUUID() } }),
      issue({ type: 'queueStart', entryId: randomUUID(), input: { barberId: barber.id, version: 1 } }),
    ],
    [issue({ type: 'confirm', issuedAt: '2026-01-01T00:00:00Z', target: { commandId: randomUUID() } })],
    // From here on invalid.
    ...[[], [{}], Array(51).fill(first), [issue({ type: 'x' })], [{ ...first, input: {} }], [{ ...first, target: {} }]],
    ...['x', [null], [{ ...first, id: 'x' }]],
  ]
}

/** Values by field name: mostly valid, some at or beyond the limits. */
export function createFuzzSamples({
  shop,
  tenant,
  barber,
  service,
  tenantService,
  customer,
  newcomer,
  ...made
}: SampleRows): FuzzSamples {
  return {
    file: [made.file],
    slug: ['casa-da-navalha', 'casa-da-navalha', 'outra-casa', 'admin', '-x', 'ç'],
    month: ['2026-03', '2026-12', '2099-01', '2026-13'],
    version: [1, 2, 3, 0, -1, 999],
    hours: [[{ dayOfWeek: 1, start: 540, end: 1080 }], null, [], [{ dayOfWeek: 9, start: 540, end: 0 }]],
    breaks: [[], [{ dayOfWeek: 1, start: 720, end: 780 }], [{ dayOfWeek: 1, start: 720, end: 720 }], [{}]],
    startDate: ['2026-03-25', '2026-03-26', '2026-02-30', '2020-01-01'],
    endDate: ['2026-03-26', '2026-03-27', '2020-01-01', '2099-01-01'],
    from: ['2026-03-01', '2026-02-10', '2026-03-12', '2000-01-01', ''],
    to: ['2026-03-31', '2026-03-31', '2026-06-30', '2000-01-01', ''],
    dateFrom: ['2026-03-01', '2026-01-01', '2099-12-31', ''],
    dateTo: ['2026-03-31', '2026-12-31', '2000-01-01', ''],
    radiusInKm: [5, 50, 100, 0, -1, 101, 1e9],
    appointmentIds: [[], [], made.appointments.map(({ id }) => id), ['x']],
    reassignTo: ['any', 'any', randomUUID(), 'x'],
    rest: [
      { action: 'keep', appointmentIds: [] },
      { action: 'cancel', appointmentIds: [randomUUID()] },
      { action: 'x' },
    ],
    reschedule: [...made.appointments.map(({ id }) => id), randomUUID()],
    newEndTime: ['2026-03-12T12:30:00Z', '2026-03-12T13:00:00Z'],
    timeOffId: [...made.timeOff, randomUUID()],
    planId: [...made.plans.map(({ id }) => id), randomUUID()],
    number: ['4242 4242 4242 4242', '4000 0000 0000 0002', '1234'],
    expiry: ['12/30', '00/00', '12/2030'],
    cvc: ['123', '12'],
    preferences: [
      [{ topic: 'reviews', channel: 'email', isOn: false }],
      [],
      [{ topic: 'reviews' }],
      Array(13).fill({}),
    ],
    endpoint: ['https://fcm.googleapis.com/fcm/send/x', 'https://10.0.0.1/', 'http://localhost/', '', 'x'],
    keys: [createPushInput().keys, createPushInput().keys, { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }, {}],
    timeZone: ['America/Sao_Paulo', 'America/Manaus', 'Marte/Norte', '', '../etc'],
    deviceId: [made.appointments[0]?.id, randomUUID(), 'x'],
    commands: createCommandSamples({ shop, barber, service, appointments: made.appointments }),
    ids: [shop.id, `${shop.id},${randomUUID()}`, Array(50).fill(shop.id).join(), Array(52).fill(shop.id).join(), ','],

    barberId: [barber.id, barber.id, barber.id, barber.id.toUpperCase(), randomUUID()],
    serviceId: [service.id, service.id, service.id, randomUUID()],
    customerId: [customer.user.id, customer.user.id, newcomer.user.id],
    startTime: [...slots, '2026-03-12T09:00:00-03:00', '2020-01-01T00:00:00Z', '2099-12-31T23:59:59Z'],
    newStartTime: [...slots, '2020-01-01T00:00:00Z'],
    endTime: ['2026-03-12T12:30:00Z', '2026-03-12T13:00:00Z'],
    date: ['2026-03-12', '2026-03-31', '2026-12-31', '2000-01-01', '2099-12-31'],
    userEmail: ['convidado@naregua.test', customer.user.email, 'CONVIDADO@naregua.test'],
    consentText: [RHYTHM_CONSENT_TEXT, RHYTHM_CONSENT_TEXT, 'Sim', ''],
    specialties: [['Degradê', 'Barba'], [' '], []],
    q: ['corte', 'ç', '%', ''],
    email: [customer.user.email, newcomer.user.email, 'ninguem@naregua.test', 'a@b.c', `${'a'.repeat(250)}@b.c`],
    password: ['navalha-azul-7', 'errada', '123456', 'ç'.repeat(200)],
    phone: ['62999990000', '6232320000', '1'],
    code: ['000000', '123456', '12345', '１２３４５６', 'k'.repeat(43)],
    secret: ['k'.repeat(43)],
    linkToken: ['k'.repeat(43)],
    credential: ['e30.e30.e30', '...'],
    whatsapp: ['62999990000', '6232320000', '1', '+55'],
    // Never a correct password with a valid new one: the change would end the session of the later requests.
    currentPassword: ['errada', 'errada', 'navalha-azul-7', ''],
    newPassword: ['senha123', 'senha123', 'abc', ''],
    confirmPassword: ['senha123', 'senha123', ''],
    newEmail: ['novo@naregua.test', customer.user.email, newcomer.user.email, 'a@b.c'],
    verificationCode: ['000000', '123456', '12345', '１２３４５６'],
    name: ['Ana Souza', 'Zé do 💈', ' ', 'Ana\n\tSouza', 'a@b.c'],
    latitude: [-16.6869, -16.6869, 90, -90, 90.1, 91],
    longitude: [-49.2648, -49.2648, 180, -180],
    north: [-16.5, 90, -90],
    freeOn: ['2026-03-12', '2026-03-31', '2026-02-30', '12/03/2026'],
    freeFrom: ['08:00', '12:00', '24:01', ''],
    freeUntil: ['18:00', '23:00', '1:00', ''],
    service: ['Corte', 'barba', 'x'.repeat(61), ''],
    south: [-16.9, -90, 10],
    east: [-49, 180, -180],
    west: [-49.6, -180, 170],
    zoom: [12, 0, 22, 23, 1.5],
    lat: [-16.6869, 90, -3.85],
    lon: [-49.2648, 180, -32.42],
    query: [
      'navalha',
      'navlha',
      'corte bueno',
      'barba amanhã à noite até 60',
      'centro hoje 15h30',
      'na',
      'ç',
      '((',
      '.*',
      "o'%_",
      '⑴⑵',
      'ʹʹ',
      'a b c d e f g h i j k l',
    ],
    features: ['Estacionamento', 'Estacionamento,Nada', ',', ''],
    filters: [
      [{ radiusInKm: 5 }],
      [{ radiusInKm: 50, openNow: true, service: 'corte', freeOn: '2026-03-12' }, { radiusInKm: 1 }],
      [],
      [{ radiusInKm: 101 }],
      Array(65).fill({ radiusInKm: 5 }),
    ],
    'idempotency-key': ['chave-0001', 'chave-0002', 'curta', 'com espaço aqui'],

    coverImageUrl: [null, null, '/uploads/shops/x-1b6b45-960.webp', 'javascript:alert(1)'],
    images: [[], ['/uploads/shops/x.webp'], Array(7).fill('/x.webp'), [null]],
    featureIds: [[], [1, 2, 2], [99], [1.5], ['1'], Array(61).fill(1)],
    services: [
      [{ name: 'Corte', durationMin: 30, priceCents: 5000 }],
      [{ name: 'Corte', durationMin: 30, priceCents: 5000, id: tenantService.id }],
      [{ name: ' ', durationMin: 1, priceCents: 0 }],
      [{ name: 'Corte', durationMin: 1e9, priceCents: -1 }],
      Array(101).fill({}),
    ],
    operatingHours: [
      [{ dayOfWeek: 1, openTime: '09:00', closeTime: '18:00', isClosed: false }],
      [{ dayOfWeek: 6, openTime: '09:00', closeTime: '09:00', isClosed: false }],
      [{ dayOfWeek: 7, openTime: '24:00', closeTime: '', isClosed: 0 }],
      [],
    ],
    specialDates: [[], [day], [day, day], [{ ...day, date: '2026-02-30' }], [{ ...day, openTime: null }]],
    tags: [['VIP'], ['  ', 'vip', 'VIP'], [''], Array(13).fill('x')],
    notes: ['Máquina 2', '', 'x'.repeat(2001)],
    absentDays: [60, 1, 0, 3651],
    isBlocked: [true, false],
    ownerId: [tenant.user.id, tenant.user.id, customer.user.id],
    zipCode: ['74215100', null, '74215-100', '7'],
    zip: ['74215100', '74215-100', '7421510'],
    sigla: ['GO', 'go', 'XX', 'É'],
  }
}
