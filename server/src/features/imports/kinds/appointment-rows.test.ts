import { agendasApi } from '@na-regua/contract/agendas'
import type { ImportDraft } from '@na-regua/contract/imports'
import { privacyApi } from '@na-regua/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness } from '../../../../test/harness.ts'
import { agenda, createImportScene, customersFile, importCounts, withoutLabels } from '../../../../test/import-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

let scene: Awaited<ReturnType<typeof createImportScene>>
beforeEach(async () => {
  scene = await createImportScene(world)
})

describe('appointments', () => {
  test('barbers and services by name, unknown ones are mapped, past and cancelled ones are left out', async () => {
    // 18:00 in the barbershop.
    await scene.put({
      status: 'SCHEDULED',
      minutes: (Date.parse('2026-03-12T21:00:00Z') - world.clock.now().getTime()) / 60_000,
    })
    const draft: ImportDraft = (await scene.upload('appointments', agenda)).body
    const report = await scene.check(draft)
    expect(report.counts).toEqual(importCounts({ new: 2, skipped: 2, wrong: 4 }))
    expect(report.problems[1]?.label).toBe('Eva Sol')
    expect(withoutLabels(report)).toEqual([
      { row: 4, outcome: 'wrong', reason: 'Choca com a linha 2, do mesmo barbeiro' },
      { row: 7, outcome: 'wrong', reason: 'O serviço "Progressiva" não está na lista da barbearia' },
      { row: 8, outcome: 'wrong', reason: 'O barbeiro "Carlos" não trabalha na barbearia' },
      { row: 9, outcome: 'wrong', reason: 'O horário já está ocupado na agenda de Beto Barbeiro' },
      { row: 5, outcome: 'skipped', reason: 'Já passou: só horários à frente são importados' },
      { row: 6, outcome: 'skipped', reason: 'No outro sistema: Cancelado' },
    ])
    expect([report.unknownServices, report.unknownBarbers]).toEqual([
      [{ name: 'Progressiva', rows: 1 }],
      [{ name: 'Carlos', rows: 1 }],
    ])
    const mapped = await scene.check(draft, {
      services: [{ name: 'progressiva', id: scene.service.id }],
      barbers: [{ name: 'Carlos', id: null }],
    })
    expect(mapped.counts).toEqual(importCounts({ new: 3, skipped: 3, wrong: 2 }))
    expect(mapped.samples[0]?.text).toBe('12/03/2026, 14:00: Ana Lima, Corte 30 com Beto Barbeiro')
    await scene.commit(draft.import.id, mapped.version)
    await scene.mailbox.deliver()
    const [first, second, other] = await scene.appointments()
    expect(first).toMatchObject({
      starts_at: new Date('2026-03-12T17:00:00Z'),
      status: 'CONFIRMED',
      price_cents: 5500,
      customer_id: null,
      customer_name: 'Ana Lima',
      booked_by: scene.owner.id,
      source: 'import',
      buffer_min: 0,
    })
    expect(second).toMatchObject({
      starts_at: new Date('2026-03-12T17:30:00Z'),
      profile_id: null,
      customer_name: 'Rui Dias',
    })
    // The customer's request was there before, and is as it was.
    expect(other).toMatchObject({ status: 'SCHEDULED', customer_id: scene.customer.id, version: 1 })
    expect((await scene.profiles()).map(({ name }) => name)).toEqual(['Ana Lima', 'Eva Sol'])
    const day = await world.call(agendasApi.dayOfBarber, { token: scene.barber.token, query: { date: '2026-03-12' } })
    expect(JSON.stringify(day.body)).toContain('Rui Dias')
    expect((await scene.runImport('appointments', agenda)).done.counts).toEqual(
      importCounts({ known: 2, skipped: 2, wrong: 4 }),
    )
  })

  test('two lines of one visit are one appointment with both services, and unknown statuses are listed', async () => {
    await scene.runImport('services', 'Serviço;Preço;Duração\nBarba;30,00;20')
    const file = [
      'Data;Hora;Cliente;Serviço;Status',
      '12/03/2026;14:00;Ana Lima;Corte 30;Confirmado',
      '12/03/2026;14:00;Ana Lima;Barba;Confirmado',
      '12/03/2026;16:00;Rui Dias;Corte 30 + Barba;Remarcado',
      '12/03/2026;18:00;Eva Sol;Corte 30;Desmarcado',
    ].join('\n')
    const draft: ImportDraft = (await scene.upload('appointments', file)).body
    const report = await scene.check(draft)
    expect(report.counts).toEqual(importCounts({ new: 1, skipped: 1, wrong: 1 }))
    expect(report.unknownStatuses).toEqual([{ name: 'Remarcado', rows: 1 }])
    expect(report.notes).toEqual(['Linhas do mesmo horário viram um agendamento com todos os serviços: 3 com a 2.'])
    const { done } = await scene.runImport('appointments', file, { statuses: [{ name: 'Remarcado', isOpen: true }] })
    expect(done.counts).toEqual(importCounts({ new: 2, skipped: 1 }))
    const appointments = await scene.appointments()
    expect(appointments.map(({ service_name, duration_min }) => [service_name, duration_min])).toEqual([
      ['Corte 30 + Barba', 50],
      ['Corte 30 + Barba', 50],
    ])
    const parts = await world.db
      .selectFrom('appointment_services')
      .select(['position', 'name', 'duration_min', 'price_cents'])
      .where('appointment_id', '=', appointments[0]?.id ?? '')
      .orderBy('position')
      .execute()
    expect(parts.map(({ name, duration_min }) => [name, duration_min])).toEqual([
      ['Corte 30', 30],
      ['Barba', 20],
    ])
    expect(parts.reduce((sum, { price_cents }) => sum + price_cents, 0)).toBe(appointments[0]?.price_cents)
    expect((await scene.runImport('appointments', file)).done.counts).toMatchObject({ known: 1 })
  })

  test('nothing is sent to anyone: no notification, e-mail, message or job, and no reminder later', async () => {
    const profile = await world.db
      .insertInto('customer_profiles')
      .values({ barbershop_id: scene.shop.id, user_id: scene.customer.id, phone: '+5562999990001' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`delete from notifications`.execute(world.db)
    const { done } = await scene.runImport('appointments', agenda)
    expect(done.counts.new).toBe(3)
    await scene.undo((await scene.runImport('customers', customersFile)).done.id)
    const sent = async () => {
      const { rows } = await sql`
        select 1 from notifications union all select 1 from reminders
        union all select 1 from pending_events where json_array_length(jobs) > 0 union all select 1 from outbox_messages
        union all select 1 from graphile_worker._private_jobs where key like 'appointment:%'`.execute(world.db)
      return [...rows, ...scene.mailbox.emails]
    }
    expect(await sent()).toEqual([])
    // An hour before the first: also the customer who is known with an account.
    world.clock.set('2026-03-12T16:00:00Z')
    await scene.mailbox.deliver()
    expect(await sent()).toEqual([])
    expect((await scene.appointments())[0]).toMatchObject({ profile_id: profile.id, customer_id: null })
    const exported = await world.call(privacyApi.export, { token: scene.customer.token })
    expect(exported.body.data.agendamentosPorTelefone).toMatchObject([{ customer_name: 'Ana Lima' }])
    world.clock.set('2026-03-11T15:00:00Z')
  })

  test('of a calendar: service, customer and phone are found in the title', async () => {
    const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
    const file = [
      'BEGIN:VCALENDAR',
      ...event(
        'UID:1',
        'DTSTART:20260312T170000Z',
        'DTEND:20260312T174500Z',
        'SUMMARY:Corte - João Silva (62) 99999-0007',
      ),
      ...event('UID:2', 'DTSTART;TZID=America/Sao_Paulo:20260313T100000', 'RRULE:FREQ=WEEKLY;COUNT=2', 'SUMMARY:Maria'),
      ...event('UID:3', 'DTSTART;VALUE=DATE:20260313', 'SUMMARY:Férias'),
      'END:VCALENDAR',
    ].join('\r\n')
    const draft: ImportDraft = (await scene.upload('appointments', file)).body
    expect((await scene.check(draft)).problems[0]?.reason).toBe(
      'Falta o serviço. Escolha um para os horários sem serviço',
    )
    const { done } = await scene.runImport('appointments', file, { serviceId: scene.service.id })
    expect(done.counts).toEqual(importCounts({ new: 3, skipped: 1 }))
    expect(
      (await scene.appointments()).map(({ customer_name, duration_min, starts_at }) => [
        customer_name,
        duration_min,
        starts_at.toISOString(),
      ]),
    ).toEqual([
      ['João Silva', 45, '2026-03-12T17:00:00.000Z'],
      ['Maria', 30, '2026-03-13T13:00:00.000Z'],
      ['Maria', 30, '2026-03-20T13:00:00.000Z'],
    ])
    expect(await scene.profiles()).toMatchObject([{ name: 'João Silva', phone: '+5562999990007' }])
  })
})
