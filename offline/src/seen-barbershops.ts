import type { Vault } from './vault.ts'

/** Enough of a barbershop to find it and to call it without network. */
export type SeenBarbershop = { id: string; name: string; address: string; phone: string | null; slug: string | null }

const NAME = 'seen-barbershops'
const MAX_SEEN = 10

/** Newest first. */
export async function listSeenBarbershops(vault: Vault): Promise<SeenBarbershop[]> {
  return (await vault.read<SeenBarbershop[]>(NAME)) ?? []
}

/** Puts it first; the eleventh is forgotten. */
export async function rememberBarbershop(vault: Vault, seen: SeenBarbershop): Promise<void> {
  const others = (await listSeenBarbershops(vault)).filter(({ id }) => id !== seen.id)
  await vault.write(NAME, [seen, ...others].slice(0, MAX_SEEN))
}
