import { type GroupMember, type GroupOption, MAX_GROUP_SIZE } from '@na-regua/contract/groups'
import { formatInstantInSentence } from '../../../lib/format.ts'

/** Who is to be served, and what for. Without a name it is the customer. */
export type GroupPerson = {
  name: string
  serviceIds: readonly string[]
  note?: string
}

/** The name of the chip for the customer. */
export const YOU = 'Você'

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Who may be added: the customer and known guests, without those who are in the group already. `taken`: an empty name is the customer. */
export function listNames(known: readonly string[], taken: readonly string[]): string[] {
  const others = known.filter((name) => !taken.some((one) => isSameName(one, name)))
  return taken.some((name) => name === '') ? others : ['', ...others]
}

/** How many more the group takes. */
export const countFree = (taken: readonly string[]) => Math.max(0, MAX_GROUP_SIZE - taken.length)

/** The chosen ones and the one whose name is being typed. */
export function listChosen(chosen: readonly string[], typed: string): string[] {
  const name = typed.trim()
  return name === '' || chosen.some((one) => isSameName(one, name)) ? [...chosen] : [...chosen, name]
}

/** 'a,b;c': the services of each person, as the endpoint reads them. */
export function formatServices(persons: readonly Pick<GroupPerson, 'serviceIds'>[]): string {
  return persons.map(({ serviceIds }) => serviceIds.join(',')).join(';')
}

/** The persons at the places of an option, which are in the same order. */
export function toMembers(persons: readonly GroupPerson[], { places }: GroupOption): GroupMember[] {
  return places.map(({ barberId, startTime, priceCents }, index) => {
    const { name = '', serviceIds = [], note } = persons[index] ?? {}
    return {
      ...(name && { guestName: name }),
      ...(note && { note }),
      barberId,
      serviceIds: [...serviceIds],
      startTime,
      priceCents,
    }
  })
}

const titles: Record<GroupOption['kind'], string> = {
  'same-time': 'Na mesma hora',
  'one-after-other': 'Um depois do outro',
  soonest: 'O mais cedo possível',
}

type DescribedOption = { title: string; details: string[]; priceCents: number }

/** What an option says on its button. One person needs no name. */
export function describeOption(option: GroupOption, labels: readonly string[], timeZone: string): DescribedOption {
  const { kind, places } = option
  const details = places.map(({ startTime, barberName }, index) => {
    const when = `${formatInstantInSentence(startTime, timeZone)} com ${barberName}`
    return places.length === 1 ? when : `${labels[index]}: ${when}`
  })
  const title = kind === 'one-after-other' && places.length === 1 ? 'Logo depois' : titles[kind]
  return { title, details, priceCents: places.reduce((sum, place) => sum + place.priceCents, 0) }
}
