import type { Contract, ContractRegime, ContractsOfBarber, PartnerShare } from '@na-regua/contract/contracts'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'

const contractFields = sql`
  barber_contracts.id, regime, cnpj, starts_on::text as "startsOn", ends_on::text as "endsOn", barber_contracts.version,
  case when file_type is not null then json_build_object('type', file_type, 'bytes', octet_length(file),
    'addedAt', to_char(file_added_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as file`

type ContractList = { today: string; barbers: ContractsOfBarber[] }

/** The contracts of all barbers for those who may see the money, else the user's own. Undefined for everyone else. */
export async function findContracts(
  db: Database,
  { barbershopId, userId, now }: { barbershopId: string; userId: string; now: Date },
): Promise<ContractList | undefined> {
  const isPermitted = isPermittedSql('money', userId)
  const { rows } = await sql<ContractList>`/* find contracts */
    select (${now}::timestamptz at time zone time_zone)::date::text as today,
           coalesce((
             select json_agg(json_build_object('id', barbers.id, 'name', users.name, 'isRemoved', removed_at is not null,
                      'contracts', contracts) order by removed_at is not null, position, barbers.id)
               from barbers join users on users.id = user_id
               cross join lateral (
                 select coalesce(json_agg(listed order by listed."startsOn" desc), '[]') as contracts, count(*) as total
                   from (select ${contractFields} from barber_contracts where barber_id = barbers.id) listed) listed
              where barbershop_id = barbershops.id and (removed_at is null or total > 0) and (user_id = ${userId} or ${isPermitted})),
             '[]') as barbers
      from barbershops
     where id = ${barbershopId}
       and (${isPermitted} or exists (select from barbers where barbershop_id = barbershops.id and user_id = ${userId}))`.execute(
    db,
  )
  return rows[0]
}

export type ContractInput = { regime: ContractRegime; cnpj: string | null; startsOn: string; endsOn: string | null }

type BarberAccess = { barbershopId: string; barberId: string; userId: string }
type NewContract = ContractInput & BarberAccess & { now: Date }

/** A barber of a barbershop whose money the user may see. `barbers` is in scope. */
const isManaged = ({ barbershopId, barberId, userId }: BarberAccess) =>
  sql`id = ${barberId} and barbershop_id = ${barbershopId} and removed_at is null
       and ${isPermittedSql('money', userId, sql`barbers.barbershop_id`)}`

export async function isBarberManaged(db: Database, access: BarberAccess): Promise<boolean> {
  const { rows } = await sql`/* is barber managed */ select from barbers where ${isManaged(access)}`.execute(db)
  return rows.length > 0
}

/** Undefined if the barber is not one of a barbershop whose money the user may see, or has `limit` contracts. */
export async function insertContract(
  db: Database,
  contract: NewContract,
  { limit }: { limit: number },
): Promise<Contract | undefined> {
  const { barberId, regime, cnpj, startsOn, endsOn, now } = contract
  const { rows } = await sql<Contract>`/* insert contract */
    insert into barber_contracts (barbershop_id, barber_id, regime, cnpj, starts_on, ends_on, created_at, updated_at)
    select barbershop_id, id, ${regime}, ${cnpj}, ${startsOn}::date, ${endsOn}::date, ${now}::timestamptz, ${now}::timestamptz
      from barbers
     where ${isManaged(contract)}
       and (select count(*) from barber_contracts where barber_id = ${barberId}) < ${limit}
    returning ${contractFields}`.execute(db)
  return rows[0]
}

const isPermittedFor = (userId: string) => isPermittedSql('money', userId, sql`barber_contracts.barbershop_id`)

type ContractEdit = ContractInput & { id: string; version: number; userId: string; now: Date }

/** Undefined if it was changed since, or the user may not see the money. */
export async function updateContract(db: Database, edit: ContractEdit): Promise<Contract | undefined> {
  const { id, version, userId, regime, cnpj, startsOn, endsOn, now } = edit
  const { rows } = await sql<Contract>`/* update contract */
    update barber_contracts set regime = ${regime}, cnpj = ${cnpj}, starts_on = ${startsOn}, ends_on = ${endsOn}, updated_at = ${now},
           version = version + 1
     where id = ${id} and version = ${version} and ${isPermittedFor(userId)} returning ${contractFields}`.execute(db)
  return rows[0]
}

type Access = { id: string; userId: string }

/** Whether there is such a contract in a barbershop whose money the user may see. */
export async function isContractManaged(db: Database, { id, userId }: Access): Promise<boolean> {
  const { rows } = await sql`/* is contract managed */
    select from barber_contracts where id = ${id} and ${isPermittedFor(userId)}`.execute(db)
  return rows.length > 0
}

export async function deleteContract(db: Database, { id, userId }: Access): Promise<boolean> {
  const { rows } = await sql`/* delete contract */
    delete from barber_contracts where id = ${id} and ${isPermittedFor(userId)} returning id`.execute(db)
  return rows.length > 0
}

export type ContractFile = { type: 'application/pdf' | 'image/webp'; bytes: Buffer }

export async function setContractFile(
  db: Database,
  { id, userId, file, now }: Access & { file: ContractFile; now: Date },
): Promise<Contract | undefined> {
  const { rows } = await sql<Contract>`/* set contract file */
    update barber_contracts set file = ${file.bytes}, file_type = ${file.type}, file_added_at = ${now}, updated_at = ${now}
     where id = ${id} and ${isPermittedFor(userId)} returning ${contractFields}`.execute(db)
  return rows[0]
}

/** The file of the user's own contract, or of any for those who may see the money. */
export async function findContractFile(db: Database, { id, userId }: Access): Promise<ContractFile | undefined> {
  const { rows } = await sql<ContractFile>`/* find contract file */
    select file_type as type, file as bytes from barber_contracts join barbers on barbers.id = barber_id
     where barber_contracts.id = ${id} and file is not null and (user_id = ${userId} or ${isPermittedFor(userId)})`.execute(
    db,
  )
  return rows[0]
}

type MonthOfShop = { barbershopId: string; timeZone: string; startsAt: Date; endsAt: Date }

/** A local month, as '2026-03'. Undefined if the user may not see the money. */
export async function findShareMonth(
  db: Database,
  { barbershopId, userId, month }: { barbershopId: string; userId: string; month: string },
): Promise<MonthOfShop | undefined> {
  const first = sql`${`${month}-01`}::date`
  const { rows } = await sql<MonthOfShop>`/* find share month */
    select id as "barbershopId", time_zone as "timeZone", ${first}::timestamp at time zone time_zone as "startsAt",
           (${first} + interval '1 month') at time zone time_zone as "endsAt"
      from barbershops where id = ${barbershopId} and ${isPermittedSql('money', userId)}`.execute(db)
  return rows[0]
}

/**
 * What the lines of a month say of the contracts of partners: those of its days, and of earlier days whose lines were taken back or
 * adjusted in it. The part of an assistant in a service is theirs: it counts with their own contract.
 */
export async function listPartnerShares(
  db: Database,
  { barbershopId, timeZone, startsAt, endsAt }: MonthOfShop,
): Promise<PartnerShare[]> {
  const dayOf = (instant: Date) => sql`(${instant}::timestamptz at time zone ${timeZone})::date`
  const { rows } = await sql<PartnerShare>`/* list partner shares */
    with given as (
      select contracts.id as contract_id, root.kind, lines.cents,
             case when lines.reverses is null then 1 else -1 end
               * case when original.kind = 'service' then quantity * unit_cents - discount_cents - (original.pipeline->>'assistantCents')::integer
                      when original.kind = 'assistance' then original.cents else 0 end as services_cents
        from commission_lines lines
        join commission_lines original on original.id = coalesce(lines.reverses, lines.id)
        join commission_lines root on root.id = coalesce(original.adjusts, original.id)
        join visit_lines on visit_lines.visit_id = lines.visit_id and visit_lines.position = lines.position
        join barber_contracts contracts on contracts.barber_id = lines.barber_id and regime = 'partner'
             and daterange(starts_on, ends_on, '[]') @> (root.earned_at at time zone ${timeZone})::date
       where lines.barbershop_id = ${barbershopId} and lines.earned_at >= ${startsAt} and lines.earned_at < ${endsAt}
    ), sums as (
      select contract_id, sum(services_cents) as services, sum(cents) filter (where kind in ('service', 'assistance')) as partner,
             sum(cents) filter (where kind = 'product') as products, sum(cents) filter (where kind = 'tip') as tips
        from given group by contract_id
    )
    select json_build_object('id', barbers.id, 'name', users.name) as barber, cnpj, coalesce(services, 0) as "servicesCents",
           coalesce(partner, 0) as "partnerCents", coalesce(services - coalesce(partner, 0), 0) as "barbershopCents",
           coalesce(products, 0) as "productsCents", coalesce(tips, 0) as "tipsCents"
      from barber_contracts contracts join barbers on barbers.id = barber_id join users on users.id = user_id
      left join sums on contract_id = contracts.id
     where contracts.barbershop_id = ${barbershopId} and regime = 'partner'
       and (contract_id is not null or daterange(starts_on, ends_on, '[]') && daterange(${dayOf(startsAt)}, ${dayOf(endsAt)}))
     order by users.name, barbers.id, starts_on`.execute(db)
  return rows
}
